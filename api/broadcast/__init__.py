"""What a stream needs beside the feed: how players look, and OBS that follows the table."""
