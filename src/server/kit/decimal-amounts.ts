/** Integer cents, not negative, as a decimal of the main unit, which is how most payment providers write amounts: 8800 → `88.00`. */
export const decimalOf = (cents: number): string => `${Math.trunc(cents / 100)}.${String(cents % 100).padStart(2, '0')}`
