-- As in orders: the counter of the number, NULL for an older row. A scratch card gets its number when it is sold (take_cards).
ALTER TABLE small_plays ADD COLUMN number int;
ALTER TABLE small_plays ALTER COLUMN number SET DEFAULT nextval('order_numbers');
ALTER TABLE scratch_cards ADD COLUMN number int;
