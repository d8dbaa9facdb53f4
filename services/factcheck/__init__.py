"""Judging evidence and answers: is it enough, do sources agree, is every claim of the answer in its sources."""
