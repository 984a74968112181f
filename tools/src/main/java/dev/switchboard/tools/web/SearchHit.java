package dev.switchboard.tools.web;

/** One thing a search found; any of it may be empty. */
record SearchHit(String title, String url, String snippet) {}
