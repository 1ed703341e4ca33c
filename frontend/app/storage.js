// Browser storage that may be full, switched off or forbidden: then nothing is stored and nothing breaks.

function storageOf(area) {
  return {
    read(key) {
      try {
        return window[area].getItem(key);
      } catch {
        return null;
      }
    },
    write(key, value) {
      try {
        if (value === null) window[area].removeItem(key);
        else window[area].setItem(key, value);
        return true;
      } catch {
        return false;
      }
    },
  };
}

export const preferences = storageOf("localStorage");
export const session = storageOf("sessionStorage");
