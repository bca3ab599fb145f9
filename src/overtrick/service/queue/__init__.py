"""The queue of questions: in memory or through Redis, and the workers that answer."""
