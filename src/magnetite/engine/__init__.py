"""Score every cell once, ever, whatever crashes."""
