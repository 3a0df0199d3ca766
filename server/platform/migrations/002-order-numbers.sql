-- Numbers that people read to each other (docs/decisions/0020-order-numbers.md): one counter for records of all kinds. After 99,999,999 it begins
-- anew, which is long after the day on which the number was given.
CREATE SEQUENCE order_numbers AS int MAXVALUE 99999999 CYCLE;

-- The wall clock of the product, ms after UTC, by which a number has its date. The server writes it from the brand's description.
ALTER TABLE clock ADD COLUMN utc_offset_ms bigint NOT NULL DEFAULT 0;
