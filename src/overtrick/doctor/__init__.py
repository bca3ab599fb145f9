"""Cards improved by measurement: what each rule costs, what would be better, and the proof."""
