"""What was said in forms that programs read; how a terminal shows it is `progress`'s."""
