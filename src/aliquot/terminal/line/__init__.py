"""Line mode: the duels at a prompt, in the words of their rule books.

What a piped game prints is a transcript, the same byte for byte every time. On a terminal the
same words are set with colour and room.
"""
