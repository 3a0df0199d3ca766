-- As in orders: the counter of the number, NULL for an older row.
ALTER TABLE recharges ADD COLUMN number int;
ALTER TABLE recharges ALTER COLUMN number SET DEFAULT nextval('order_numbers');
ALTER TABLE withdrawals ADD COLUMN number int;
ALTER TABLE withdrawals ALTER COLUMN number SET DEFAULT nextval('order_numbers');
ALTER TABLE company_transfers ADD COLUMN number int;
ALTER TABLE company_transfers ALTER COLUMN number SET DEFAULT nextval('order_numbers');
