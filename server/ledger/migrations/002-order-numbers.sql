-- The counter of the order's number (order_no). NULL: the order was placed before there were numbers. The default is set apart from the column, so
-- that PostgreSQL rewrites no row.
ALTER TABLE orders ADD COLUMN number int;
ALTER TABLE orders ALTER COLUMN number SET DEFAULT nextval('order_numbers');
