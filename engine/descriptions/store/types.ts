/** Names for the types of a product of the store (商城), which schemas/product.schema.json defines. */
import type { ProductDescription } from '../generated/product.ts';

export type { Coupon as CouponTerms, ProductDescription } from '../generated/product.ts';
export type Shelf = ProductDescription['shelf'];
export type Gives = ProductDescription['gives'];
