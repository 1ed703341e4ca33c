"""What `oc` and `kubectl` print for `-o json`, `-o yaml` and `-o kyaml`, byte for byte."""
