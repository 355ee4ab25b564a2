import type { CaseKind } from '#contract/admin/contact.ts'

/** What an answer to a case begins with, until administrators write their own. */
export const answerTemplates = {
  question: '你好：\n\n多謝你的查詢。\n\n\n\n如有其他問題，請直接回覆此電郵，並註明個案編號。\n\n客戶服務',
  refund:
    '你好：\n\n我們已處理你的退款要求。款項會退回你原先的付款方式，一般需要 5 至 10 個工作天，視乎付款機構而定。\n\n\n\n客戶服務',
  dataAccess:
    '你好：\n\n我們已收到你查閱個人資料的要求，會在 40 日內回覆。為保障你的私隱，請先在網站登入後於「帳戶」下載你的資料；如未能登入，請回覆此電郵，我們會先核實你的身分。\n\n客戶服務',
  correction:
    '你好：\n\n我們已收到你更正個人資料的要求，會在 40 日內回覆。\n\n\n\n如我們未能按你的要求更正，會說明原因。\n\n客戶服務',
  takedown:
    '你好：\n\n我們已收到你的通知，現正覆核有關內容，並會告知你結果。\n\n請提供內容的網址、你的權利依據及聯絡方法，以便我們處理。\n\n客戶服務',
  incident: '你好：\n\n多謝你通知我們。我們正調查有關情況，有進一步消息會即時通知你。\n\n\n\n客戶服務',
} satisfies Record<CaseKind, string>
