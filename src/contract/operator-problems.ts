import type { TicketVerdict } from './ticket-verdicts.ts'
import type { BatchFile } from './code-batches.ts'
import type { ORDER_STATES } from './order-states.ts'

/** Why an operator's change is refused, with the values that its sentence names. */
export interface OperatorProblems {
  readonly orderNotPaid: { readonly orderId: string }
  readonly orderRefundRuns: { readonly orderId: string }
  readonly orderUndisputed: { readonly orderNumber: string }
  readonly orderDisputed: { readonly orderId: string }
  readonly orderNotToSend: { readonly orderId: string; readonly state: string }
  readonly orderNotSent: { readonly orderId: string; readonly state: string }
  readonly orderRestocked: { readonly orderId: string }
  readonly orderToSend: { readonly orderId: string }
  readonly caseUnknown: { readonly caseNumber: string }
  readonly caseWithoutImage: { readonly caseNumber: string }
  readonly caseClosed: { readonly caseNumber: string }
  readonly caseNotClosed: { readonly caseNumber: string }
  readonly answerEmpty: {}
  readonly partnerWithoutList: { readonly partner: string }
  readonly customerLines: { readonly lines: readonly number[] }
  readonly staffLines: { readonly lines: readonly number[] }
  readonly listEmpty: {}
  /** By another operator, since it was checked. */
  readonly listReplaced: {}
  readonly listTooLarge: { readonly megabytes: number }
  readonly listUnreadable: {}
  readonly companyUnknown: { readonly company: string }
  readonly commentUnknown: { readonly commentId: string }
  readonly commentChanged: { readonly commentId: string }
  readonly decisionUnknown: {}
  /** The author knows, or the comment was changed since. */
  readonly decisionTold: {}
  readonly authorNotPaused: {}
  readonly wordTooShort: { readonly word: string }
  readonly wordUnlisted: { readonly word: string }
  readonly campaignUnknown: { readonly codeName: string }
  readonly submissionUnknown: { readonly submissionNumber: string }
  readonly submissionWithoutImage: { readonly submissionNumber: string }
  readonly announcementUnknown: {}
  readonly workNotHeld: {}
  readonly announcementGrew: { readonly recipients: number; readonly approved: number }
  readonly announcementOver: {}
  /** The environment lacks its settings. */
  readonly smsProviderNotReady: {}
  readonly compensationUnknown: {}
  readonly compensationOver: {}
  /** It ends before it begins, is too long, or is not over. */
  readonly compensationPeriod: {}
  /** A longer rental is for who had one. */
  readonly compensationRenters: {}
  readonly compensationNobody: {}
  /** Many more members than a second person has seen. */
  readonly compensationGrew: { readonly members: number; readonly approved: number }
  readonly codeUnknown: {}
  readonly codeVoided: {}
  readonly codeOfGiftCard: {}
  readonly codeExists: {}
  readonly batchUnknown: { readonly batchId: string }
  readonly batchSize: { readonly max: number }
  readonly batchWorth: { readonly maxCents: number }
  readonly batchExpiry: {}
  readonly batchOfGiftCards: {}
  readonly batchEmpty: {}
  readonly batchMixed: {}
  readonly batchOfPartner: {}
  readonly batchPartner: { readonly partner: string; readonly partners: readonly string[] }
  readonly batchOfPlan: {}
  /** Its codes are its maker's alone. */
  readonly batchOfAnother: {}
  readonly batchFileGone: { readonly file: BatchFile }
  readonly planUnknown: { readonly planId: string }
  readonly planNotFree: {}
  /** Nothing would change, or another offer. */
  readonly planAsBefore: { readonly planId: string }
  /** A new one lacks terms or an offer. */
  readonly planIncomplete: { readonly planId: string }
  readonly planPeriod: {}
  /** A new plan needs a version without an end. */
  readonly planFirstEnds: {}
  readonly planPromotionRuns: {}
  readonly planVersionUnknown: {}
  /** It is on sale without an end, or over. */
  readonly planVersionStays: {}
  readonly amountTooLarge: {}
  readonly accountUnknown: { readonly number: string }
  readonly customerUnknown: {}
  /** The operator's own account is another one's to change. */
  readonly customerIsOwn: {}
  readonly customerWithoutRenewal: {}
  readonly customerPlanBeingCancelled: {}
  readonly customerClosing: {}
  readonly customerEmailUnproven: {}
  readonly customerNotClosing: {}
  readonly customerNumberSame: {}
  /** It has an account, or will be that of another one. */
  readonly customerNumberTaken: {}
  readonly customerNumberChanging: {}
  readonly customerNumberNotChanging: {}
  readonly correctionTooLarge: {}
  readonly correctionKeyUsed: {}
  readonly ticketCodeUnknown: {}
  readonly ticketRefused: { readonly verdict: Exclude<TicketVerdict, 'valid'> }
  /** By another operator. */
  readonly ticketOfAnotherCounter: {}
  /** It was taken back, or its minute is over. */
  readonly ticketStaysUsed: {}
  readonly showtimeUnknown: { readonly showtimeId: string }
  readonly operatorUnknown: {}
  readonly operatorExists: { readonly email: string }
  readonly operatorDisabled: {}
  readonly operatorWithoutRole: {}
  readonly lastAdministrator: {}
  readonly invitationUnknown: {}
  readonly consoleInsecure: {}
  readonly requestKeyUsed: {}
  readonly approvalUnknown: {}
  readonly approvalClosed: {}
  readonly approvalVoid: {}
  readonly approvalWaits: {}
  readonly approvalChanged: {}
  readonly approvalOwn: {}
  readonly approvalRole: {}
  readonly approvalReset: {}
  readonly approvalInvitation: {}
  readonly uploadUnknown: {}
  readonly uploadEmpty: { readonly file: string }
  readonly uploadTooLarge: { readonly file: string; readonly bytes: number; readonly limit: number }
  /** Below it nothing is taken, so that the service goes on. */
  readonly uploadNoRoom: {
    readonly needed: number
    readonly free: number
    readonly reserve: number
    /** To uploads under way. */
    readonly promised: number
  }
  readonly uploadUnconfined: {}
  readonly uploadNoEncoder: {}
  readonly uploadInUse: { readonly file: string }
  readonly uploadUnfinished: { readonly file: string }
  readonly subtitleLanguage: { readonly language: string }
  readonly subtitleTooLarge: { readonly file: string }
  readonly ingestUnknown: {}
  readonly ingestOver: {}
  /** Its files are gone, or another retry has taken them. */
  readonly ingestNoRetry: {}
  readonly ingestTargetUnknown: {}
  readonly ingestOfSeries: {}
  readonly ingestRoleTwice: {}
  readonly formerFileGone: {}
  readonly trackFilmUnknown: {}
  readonly tracksUnderWay: {}
  readonly subtitleTwice: { readonly language: string }
  readonly audioLanguage: { readonly language: string }
  readonly titleIncomplete: { readonly count: number }
  readonly titleState: { readonly state: 'draft' | 'published' | 'withdrawn' }
  readonly titlePlanned: {}
  readonly pagePlanned: {}
  readonly pageIncomplete: { readonly count: number }
  readonly titleTakenDown: {}
  readonly titleNotTakenDown: {}
  readonly planPast: {}
  readonly personUnknown: {}
  readonly samePerson: {}
  readonly personRenamed: {}
  readonly bulkEmpty: {}
  readonly bulkTooMany: { readonly max: number }
  /** The filter finds another number of titles than its operator saw. */
  readonly bulkCount: { readonly expected: number; readonly found: number }
  readonly bulkRuns: {}
  /** Or changed nothing. */
  readonly bulkUndone: {}
  readonly importUnreadable: {}
  readonly importNothingToRetry: {}
  /** It has the operator's own e-mail address. */
  readonly accountOwn: {}
  readonly paymentUnknown: { readonly orderId: string }
  readonly refundState: { readonly orderNumber: string; readonly state: (typeof ORDER_STATES)[number] }
  readonly refundStep: { readonly stepCents: number }
  readonly refundTooMuch: { readonly maxCents: number }
  readonly refundWhole: {}
  readonly refundClaimed: { readonly claimedCents: number }
  readonly paymentNotInReview: { readonly orderId: string }
  readonly paymentInOtherCurrency: {}
  readonly differenceUnknown: { readonly reference: string }
  readonly refundNotInDoubt: { readonly orderId: string }
  readonly webhookUnknown: {}
  /** Or its body was erased. */
  readonly webhookNotFailed: {}
  readonly webhookUnnamed: {}
  /** What this operator may still refund. */
  readonly refundNeedsFinance: { readonly leftCents: number }
}

export type OperatorProblem = {
  [P in keyof OperatorProblems]: { readonly is: P } & OperatorProblems[P]
}[keyof OperatorProblems]

export type OperatorProblemText = {
  readonly [P in keyof OperatorProblems]: (values: OperatorProblems[P]) => string
}

/** The error code of each problem (`errors.ts`), but of INSUFFICIENT_CREDITS, which carries its amounts. */
export const OPERATOR_PROBLEMS = {
  orderNotPaid: 'NOT_FOUND',
  orderRefundRuns: 'CONFLICT',
  orderUndisputed: 'CONFLICT',
  orderDisputed: 'CONFLICT',
  orderNotToSend: 'CONFLICT',
  orderNotSent: 'CONFLICT',
  orderRestocked: 'CONFLICT',
  orderToSend: 'CONFLICT',
  caseUnknown: 'NOT_FOUND',
  caseWithoutImage: 'NOT_FOUND',
  caseClosed: 'CONFLICT',
  caseNotClosed: 'CONFLICT',
  answerEmpty: 'INVALID_INPUT',
  partnerWithoutList: 'NOT_FOUND',
  customerLines: 'INVALID_INPUT',
  staffLines: 'INVALID_INPUT',
  listEmpty: 'INVALID_INPUT',
  listReplaced: 'CONFLICT',
  listTooLarge: 'INVALID_INPUT',
  listUnreadable: 'INVALID_INPUT',
  companyUnknown: 'NOT_FOUND',
  commentUnknown: 'NOT_FOUND',
  commentChanged: 'CONFLICT',
  decisionUnknown: 'NOT_FOUND',
  decisionTold: 'CONFLICT',
  authorNotPaused: 'CONFLICT',
  wordTooShort: 'INVALID_INPUT',
  wordUnlisted: 'NOT_FOUND',
  campaignUnknown: 'NOT_FOUND',
  submissionUnknown: 'NOT_FOUND',
  submissionWithoutImage: 'NOT_FOUND',
  codeUnknown: 'NOT_FOUND',
  codeVoided: 'CONFLICT',
  codeOfGiftCard: 'NOT_ALLOWED',
  codeExists: 'CONFLICT',
  batchUnknown: 'NOT_FOUND',
  batchSize: 'INVALID_INPUT',
  batchWorth: 'INVALID_INPUT',
  batchExpiry: 'INVALID_INPUT',
  batchOfGiftCards: 'INVALID_INPUT',
  batchEmpty: 'INVALID_INPUT',
  batchMixed: 'INVALID_INPUT',
  batchOfPartner: 'INVALID_INPUT',
  batchPartner: 'INVALID_INPUT',
  batchOfPlan: 'INVALID_INPUT',
  batchOfAnother: 'NOT_ALLOWED',
  batchFileGone: 'CONFLICT',
  planUnknown: 'NOT_FOUND',
  planNotFree: 'INVALID_INPUT',
  planAsBefore: 'CONFLICT',
  planIncomplete: 'NOT_FOUND',
  planPeriod: 'INVALID_INPUT',
  planFirstEnds: 'INVALID_INPUT',
  planPromotionRuns: 'CONFLICT',
  planVersionUnknown: 'NOT_FOUND',
  planVersionStays: 'CONFLICT',
  amountTooLarge: 'INVALID_INPUT',
  accountUnknown: 'NOT_FOUND',
  customerUnknown: 'NOT_FOUND',
  customerIsOwn: 'NOT_ALLOWED',
  customerWithoutRenewal: 'CONFLICT',
  customerPlanBeingCancelled: 'CONFLICT',
  customerClosing: 'CONFLICT',
  customerEmailUnproven: 'CONFLICT',
  customerNotClosing: 'CONFLICT',
  customerNumberSame: 'CONFLICT',
  customerNumberTaken: 'CONFLICT',
  customerNumberChanging: 'CONFLICT',
  customerNumberNotChanging: 'CONFLICT',
  correctionKeyUsed: 'CONFLICT',
  ticketCodeUnknown: 'NOT_FOUND',
  ticketRefused: 'CONFLICT',
  ticketOfAnotherCounter: 'NOT_ALLOWED',
  ticketStaysUsed: 'CONFLICT',
  showtimeUnknown: 'NOT_FOUND',
  operatorUnknown: 'NOT_FOUND',
  operatorExists: 'CONFLICT',
  operatorDisabled: 'CONFLICT',
  operatorWithoutRole: 'CONFLICT',
  lastAdministrator: 'CONFLICT',
  invitationUnknown: 'NOT_FOUND',
  consoleInsecure: 'NOT_ALLOWED',
  requestKeyUsed: 'CONFLICT',
  approvalUnknown: 'NOT_FOUND',
  approvalClosed: 'CONFLICT',
  approvalVoid: 'CONFLICT',
  approvalWaits: 'CONFLICT',
  approvalChanged: 'CONFLICT',
  approvalOwn: 'NOT_ALLOWED',
  approvalRole: 'NOT_ALLOWED',
  approvalReset: 'NOT_ALLOWED',
  approvalInvitation: 'NOT_ALLOWED',
  announcementUnknown: 'NOT_FOUND',
  workNotHeld: 'CONFLICT',
  announcementGrew: 'CONFLICT',
  announcementOver: 'CONFLICT',
  smsProviderNotReady: 'INVALID_INPUT',
  compensationUnknown: 'NOT_FOUND',
  compensationOver: 'CONFLICT',
  compensationPeriod: 'INVALID_INPUT',
  compensationRenters: 'INVALID_INPUT',
  compensationNobody: 'CONFLICT',
  compensationGrew: 'CONFLICT',
  uploadUnknown: 'NOT_FOUND',
  uploadEmpty: 'INVALID_INPUT',
  uploadTooLarge: 'INVALID_INPUT',
  uploadNoRoom: 'CONFLICT',
  uploadUnconfined: 'NOT_ALLOWED',
  uploadNoEncoder: 'NOT_ALLOWED',
  uploadInUse: 'CONFLICT',
  uploadUnfinished: 'CONFLICT',
  subtitleLanguage: 'INVALID_INPUT',
  subtitleTooLarge: 'INVALID_INPUT',
  ingestUnknown: 'NOT_FOUND',
  ingestOver: 'CONFLICT',
  ingestNoRetry: 'CONFLICT',
  ingestTargetUnknown: 'NOT_FOUND',
  ingestOfSeries: 'INVALID_INPUT',
  ingestRoleTwice: 'INVALID_INPUT',
  trackFilmUnknown: 'NOT_FOUND',
  tracksUnderWay: 'CONFLICT',
  subtitleTwice: 'CONFLICT',
  audioLanguage: 'INVALID_INPUT',
  formerFileGone: 'CONFLICT',
  titleIncomplete: 'INVALID_INPUT',
  titleState: 'CONFLICT',
  titlePlanned: 'CONFLICT',
  pagePlanned: 'CONFLICT',
  pageIncomplete: 'INVALID_INPUT',
  titleTakenDown: 'CONFLICT',
  titleNotTakenDown: 'CONFLICT',
  planPast: 'INVALID_INPUT',
  personUnknown: 'NOT_FOUND',
  samePerson: 'CONFLICT',
  personRenamed: 'CONFLICT',
  bulkEmpty: 'INVALID_INPUT',
  bulkTooMany: 'INVALID_INPUT',
  bulkCount: 'CONFLICT',
  bulkRuns: 'CONFLICT',
  bulkUndone: 'CONFLICT',
  importUnreadable: 'INVALID_INPUT',
  importNothingToRetry: 'CONFLICT',
  accountOwn: 'NOT_ALLOWED',
  paymentUnknown: 'NOT_FOUND',
  refundState: 'CONFLICT',
  refundStep: 'INVALID_INPUT',
  refundTooMuch: 'CONFLICT',
  refundWhole: 'INVALID_INPUT',
  refundClaimed: 'CONFLICT',
  refundNeedsFinance: 'NOT_ALLOWED',
  paymentNotInReview: 'NOT_FOUND',
  paymentInOtherCurrency: 'CONFLICT',
  differenceUnknown: 'NOT_FOUND',
  refundNotInDoubt: 'NOT_FOUND',
  webhookUnknown: 'NOT_FOUND',
  webhookNotFailed: 'CONFLICT',
  webhookUnnamed: 'INVALID_INPUT',
} as const satisfies Record<
  Exclude<keyof OperatorProblems, 'correctionTooLarge'>,
  'NOT_FOUND' | 'NOT_ALLOWED' | 'CONFLICT' | 'INVALID_INPUT'
>

/** A problem whose code carries nothing else. */
export type PlainProblem = Extract<OperatorProblem, { is: keyof typeof OPERATOR_PROBLEMS }>
