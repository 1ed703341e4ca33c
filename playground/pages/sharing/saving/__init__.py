"""What a form that shares is answered, asked first, and may choose."""
