"""Line mode: the games at a prompt, in the words of their rule books.

The output of a piped game is a transcript, the same byte for byte every time. On a terminal the same words have colours
and more space.
"""
