-- Who answered: the name of the token, and of the device it came from where there is one.
ALTER TABLE approval ADD COLUMN by_name TEXT;
ALTER TABLE approval ADD COLUMN by_device TEXT;
