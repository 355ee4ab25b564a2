import type { OperatorProblemText } from '#contract/operator-problems.ts'

/** Lines that a sentence names. */
const NAMED_MAX = 10

function lineList(lines: readonly number[]): string {
  const more = lines.length > NAMED_MAX ? ` and ${lines.length - NAMED_MAX} more` : ''
  return `${lines.slice(0, NAMED_MAX).join(', ')}${more}`
}

/** What an operator reads when a change is refused. */
export const operatorProblems: OperatorProblemText = {
  orderNotPaid: ({ orderId }) => `No order ${orderId} was paid.`,
  orderRefundRuns: ({ orderId }) => `A refund of ${orderId} runs: it is not sent.`,
  orderDisputed: ({ orderId }) => `The payment of ${orderId} is disputed: it is not sent.`,
  orderNotToSend: ({ orderId, state }) => `${orderId} is ${state}: only a paid order is sent.`,
  orderNotSent: ({ orderId, state }) => `${orderId} is ${state}: only a sent order is delivered.`,
  orderRestocked: ({ orderId }) => `The units of ${orderId} are back already.`,
  orderToSend: ({ orderId }) => `${orderId} is to be sent: refund it first.`,
  caseUnknown: ({ caseNumber }) => `There is no case ${caseNumber}.`,
  caseWithoutImage: ({ caseNumber }) => `${caseNumber} has no image.`,
  caseClosed: ({ caseNumber }) => `${caseNumber} is closed already.`,
  answerEmpty: () => 'The answer is empty.',
  partnerWithoutList: ({ partner }) => `${partner} is not a partner with a customer list.`,
  customerLines: ({ lines }) =>
    `Not a mobile number of Hong Kong or Macau in line ${lineList(lines)}. Nothing was imported.`,
  staffLines: ({ lines }) => `Not a company and a staff number in line ${lineList(lines)}. Nothing was imported.`,
  listEmpty: () => 'The list is empty.',
  commentUnknown: ({ commentId }) => `There is no comment ${commentId}.`,
  commentChanged: ({ commentId }) => `The comment ${commentId} was changed since. List it again.`,
  wordTooShort: ({ word }) => `“${word}” is too short: it would hold back nearly every comment.`,
  wordUnlisted: ({ word }) => `“${word}” is not on the list.`,
  campaignUnknown: ({ codeName }) => `There is no campaign ${codeName}.`,
  submissionUnknown: ({ submissionNumber }) => `There is no submission ${submissionNumber}.`,
  submissionWithoutImage: ({ submissionNumber }) => `${submissionNumber} has no such image.`,
  codeUnknown: () => 'There is no such code.',
  codeVoided: () => 'The code is voided already.',
  codeOfGiftCard: () => 'A gift card is refunded, not voided: npm run refund.',
  codeExists: () => 'A code exists already. Nothing was made; try again.',
  batchUnknown: ({ batchId }) => `There is no batch ${batchId} that can be voided.`,
  batchSize: ({ max }) => `A batch has 1 to ${max} codes.`,
  batchExpiry: () => 'The codes would expire before they start.',
  batchOfGiftCards: () => 'Gift cards are bought, not made.',
  batchEmpty: () => 'A code gives something.',
  batchMixed: () => 'Nobody has vouchers or tickets as well as credits or a plan.',
  batchOfPartner: () => 'A code of a partner names the partner, and gives vouchers or tickets.',
  batchPartner: ({ partner, partners }) =>
    `Members of ${partner} have no such thing. Partners: ${partners.join(', ')}.`,
  batchOfPlan: () => 'A plan code gives months of a plan.',
  planUnknown: ({ planId }) => `There is no plan ${planId}.`,
  planNotFree: () => 'Only a plan for staff can be free.',
  planAsBefore: ({ planId }) => `The plan ${planId} is already on sale with these terms, or is of another offer.`,
  planIncomplete: ({ planId }) => `There is no plan ${planId}. A new plan needs all of its terms and an offer.`,
  accountUnknown: ({ number }) => `There is no account with the number ${number}.`,
  correctionTooLarge: () => 'The account has fewer credits than that.',
  correctionKeyUsed: () => 'This key has booked something else.',
  ticketCodeUnknown: () => 'This is no valid ticket code.',
  showtimeUnknown: ({ showtimeId }) => `There is no showtime ${showtimeId}.`,
  amountTooLarge: () => 'No amount and no balance above a million millions can be booked.',
}
