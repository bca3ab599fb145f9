"""One file a question: what can be asked, and what is answered."""
