/** Full-width digits, as a Chinese keyboard may give, are digits too. */
export const digitsOf = (text: string): string => text.normalize('NFKC').replaceAll(/\D/g, '')
