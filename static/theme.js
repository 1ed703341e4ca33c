var t;("light"===(t=(()=>{try{return localStorage.getItem("theme")}catch{return null}})())||"dark"===t)&&(document.documentElement.dataset.theme=t);
