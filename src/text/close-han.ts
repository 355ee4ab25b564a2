/**
 * A Chinese sentence without the spaces around what is put into it, where that is Chinese too: 以 PayMe 付款, but 以八達通付款. Names of payment
 * kinds and of people are in either script.
 */
export const closeHan = (sentence: string): string => sentence.replace(/(\p{Script=Han}) (?=\p{Script=Han})/gu, '$1')
