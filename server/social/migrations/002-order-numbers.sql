-- As in orders: the counter of the number, NULL for an older row.
ALTER TABLE group_buy_orders ADD COLUMN number int;
ALTER TABLE group_buy_orders ALTER COLUMN number SET DEFAULT nextval('order_numbers');
ALTER TABLE releases ADD COLUMN number int;
ALTER TABLE releases ALTER COLUMN number SET DEFAULT nextval('order_numbers');
