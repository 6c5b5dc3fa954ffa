"""Lettrix on AWS: repositories over DynamoDB, sessions, the agenda of due moments, the API's plumbing."""
