"""The service: an HTTP API, a queue of questions, workers that answer them, and the page in web/."""
