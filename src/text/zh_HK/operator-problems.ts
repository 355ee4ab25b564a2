import type { OperatorProblemText } from '#contract/operator-problems.ts'

/** Lines that a sentence names. */
const NAMED_MAX = 10

function lineList(lines: readonly number[]): string {
  const more = lines.length > NAMED_MAX ? `等共 ${lines.length} 行` : ''
  return `${lines.slice(0, NAMED_MAX).join('、')}${more}`
}

/** What an operator reads when a change is refused. */
export const operatorProblems: OperatorProblemText = {
  orderNotPaid: ({ orderId }) => `沒有已付款的訂單 ${orderId}。`,
  orderRefundRuns: ({ orderId }) => `${orderId} 正在退款，不能寄出。`,
  orderDisputed: ({ orderId }) => `${orderId} 的付款有爭議，不能寄出。`,
  orderNotToSend: ({ orderId, state }) => `${orderId} 的狀態是 ${state}，只有已付款的訂單可以寄出。`,
  orderNotSent: ({ orderId, state }) => `${orderId} 的狀態是 ${state}，只有已寄出的訂單可以送達。`,
  orderRestocked: ({ orderId }) => `${orderId} 的貨品已經退回存貨。`,
  orderToSend: ({ orderId }) => `${orderId} 尚待寄出，請先退款。`,
  caseUnknown: ({ caseNumber }) => `沒有個案 ${caseNumber}。`,
  caseWithoutImage: ({ caseNumber }) => `${caseNumber} 沒有圖片。`,
  caseClosed: ({ caseNumber }) => `${caseNumber} 已經結案。`,
  answerEmpty: () => '請填寫回覆。',
  partnerWithoutList: ({ partner }) => `${partner} 不是設有客戶名單的合作夥伴。`,
  customerLines: ({ lines }) => `第 ${lineList(lines)} 行不是香港或澳門的流動電話號碼，沒有匯入任何資料。`,
  staffLines: ({ lines }) => `第 ${lineList(lines)} 行沒有公司及員工編號，沒有匯入任何資料。`,
  listEmpty: () => '名單是空的。',
  commentUnknown: ({ commentId }) => `沒有評論 ${commentId}。`,
  commentChanged: ({ commentId }) => `評論 ${commentId} 已經更改，請重新列出。`,
  wordTooShort: ({ word }) => `「${word}」太短，幾乎所有評論都會被暫緩。`,
  wordUnlisted: ({ word }) => `「${word}」不在名單上。`,
  campaignUnknown: ({ codeName }) => `沒有活動 ${codeName}。`,
  submissionUnknown: ({ submissionNumber }) => `沒有參加紀錄 ${submissionNumber}。`,
  submissionWithoutImage: ({ submissionNumber }) => `${submissionNumber} 沒有這張圖片。`,
  codeUnknown: () => '沒有這個兌換碼。',
  codeVoided: () => '這個兌換碼已經作廢。',
  codeOfGiftCard: () => '禮品卡只可退款，不能作廢。',
  codeExists: () => '有兌換碼已經存在，沒有產生任何兌換碼，請再試一次。',
  batchUnknown: ({ batchId }) => `沒有可以作廢的批次 ${batchId}。`,
  batchSize: ({ max }) => `每批可有 1 至 ${max} 個兌換碼。`,
  batchExpiry: () => '兌換碼在開始前已經到期。',
  batchOfGiftCards: () => '禮品卡只可購買，不能自行產生。',
  batchEmpty: () => '兌換碼必須附有獎賞。',
  batchMixed: () => '換領券或戲票不能與點數或通行證一同給予。',
  batchOfPartner: () => '合作夥伴的兌換碼須註明夥伴，並給予換領券或戲票。',
  batchPartner: ({ partner, partners }) => `${partner} 的會員沒有這種獎賞。合作夥伴：${partners.join('、')}。`,
  batchOfPlan: () => '通行證兌換碼須給予通行證的月數。',
  planUnknown: ({ planId }) => `沒有通行證 ${planId}。`,
  planNotFree: () => '只有員工通行證可以免費。',
  planAsBefore: ({ planId }) => `通行證 ${planId} 已按這些條款發售，或屬於另一類。`,
  planIncomplete: ({ planId }) => `沒有通行證 ${planId}。新的通行證須有全部條款及類別。`,
  accountUnknown: ({ number }) => `沒有號碼為 ${number} 的帳戶。`,
  correctionTooLarge: () => '帳戶沒有這麼多點數。',
  correctionKeyUsed: () => '這個鍵值已用於另一項入帳。',
  ticketCodeUnknown: () => '這不是有效的戲票碼。',
  showtimeUnknown: ({ showtimeId }) => `沒有場次 ${showtimeId}。`,
  amountTooLarge: () => '入帳金額及結餘不能超過一萬億。',
}
