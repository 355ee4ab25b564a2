import type { ErrorCode } from '#contract/error-codes.ts'
import type { BindingObstacle, ErrorParams } from '#contract/errors.ts'
import type { FieldRule } from '#contract/fields.ts'
import { type WaitUnit, waitLength } from '../wait-length.ts'

/** Obstacles to binding an account to a telecom partner. */
const bindingObstacles: ReadonlyMap<unknown, string> = new Map(
  Object.entries({
    partner: '帳戶已綁定其他夥伴。',
    plan: '通行證仍然有效，請待其結束後再綁定帳戶。',
    agreement: '自動轉帳協議仍然生效，請待其終止後再綁定帳戶。',
    payment: '你有一項付款尚未完成，請待其完成後再試。',
    credits: '帳戶尚有點數，綁定後不能再用。請先用完點數，再綁定帳戶。',
  } satisfies Record<BindingObstacle, string>),
)

const UNITS: Readonly<Record<WaitUnit, string>> = { second: '秒', minute: '分鐘', hour: '小時' }

function formatWait(seconds: number): string {
  const { count, unit } = waitLength(seconds)
  return `${count} ${UNITS[unit]}`
}

/** The sentence of each refusal. */
export const errors = {
  INVALID_INPUT: () => '輸入的資料有誤，請檢查後再試。',
  LOGIN_REQUIRED: () => '請登入後操作。',
  SESSION_UNKNOWN: () => '登入狀態無效，請重新登入。',
  SESSION_EXPIRED: () => '登入已過期，請重新登入。',
  SESSION_ENDED: () => '此裝置已登出，請重新登入。',
  NOT_FOUND: () => '找不到相關內容，可能已經移除。',
  NOT_ALLOWED: ({ of }) => {
    if (of === 'preview') return '預覽不會更改任何資料，亦不會播放影片。'
    if (of === 'plan') return '通行證不適用於電訊夥伴會員。'
    if (of === 'telecom') return '電訊夥伴會員只可兌換換領券及戲票。'
    if (of === 'seats') return '此場次的座位已滿，請聯絡主持騰出座位。'
    return of === 'redeem' ? '此兌換碼不適用於你的帳戶。' : '你沒有進行此操作的權限。'
  },
  METHOD_NOT_ALLOWED: () => '此服務不接受這種請求方式。',
  UNSUPPORTED_MEDIA_TYPE: () => '此服務不接受這種資料格式。',
  PAYLOAD_TOO_LARGE: () => '請求的資料太大。',
  CROSS_SITE: () => '不接受由其他網站發出的操作。',
  WRONG_CREDENTIALS: ({ of }) => {
    if (of === 'operator') return '電郵地址、密碼或驗證碼不正確。'
    return of === 'password' ? '輸入的密碼不正確。' : '手提電話號碼或密碼不正確。'
  },
  WRONG_CODE: ({ of }) => (of === 'redeem' ? '兌換碼不正確，請核對後重新輸入。' : '驗證碼不正確，請重新輸入。'),
  CODE_EXPIRED: ({ of }) => {
    if (of === 'redeem') return '此兌換碼已過期或已取消。'
    return of === 'password' ? '密碼驗證已失效，請重新輸入密碼。' : '驗證碼已失效，請重新取得。'
  },
  CODE_USED: () => '此兌換碼已經用過。',
  NEW_USERS_ONLY: () => '此兌換碼只適用於新會員。',
  DEVICE_LIMIT: () => '已登入的裝置已達上限，請先登出其中一部。',
  PARENTAL_CODE_REQUIRED: () => '請輸入家長密碼。',
  WRONG_PARENTAL_CODE: () => '家長密碼不正確，請重新輸入。',
  EMAIL_NEEDED: () => '請先在「個人資料」填寫並驗證電郵地址。',
  ACCOUNT_CLOSING: () => '此帳戶正在結束，重新啟用後才可使用。',
  TOO_MANY_TRIES: ({ retryAfter }) =>
    retryAfter ? `嘗試次數過多，請於 ${formatWait(retryAfter)}後再試。` : '嘗試次數過多，請稍後再試。',
  REGION_REFUSED: ({ of }) => (of === 'campaign' ? '此活動不適用於你所在的地區。' : '你所在的地區未能觀看此節目。'),
  REGISTRATION_CLOSED: () => '現時暫停註冊，請稍後再試。已有帳戶的會員可如常登入。',
  COMMENTS_CLOSED: () => '現時暫停發表評論，請稍後再試。',
  PAYMENT_PAUSED: () => '此付款方式暫停使用，請選擇其他方式或稍後再試。',
  KIDS_NOT_ALLOWED: () => '兒童模式不提供此功能。',
  KIDS_REFUSED: () => '兒童模式不提供此節目。',
  CLASS_REFUSED: () => '此節目為第 III 級，現時未能播放。',
  WINDOW_CLOSED: ({ of }) => (of === 'campaign' ? '此活動現時不接受提交。' : '此節目現時未有上架。'),
  PREPARING: () => '節目準備中，請稍後再來觀看。',
  NOT_ON_SALE: () => '此節目尚未開售。',
  KIDS_PURCHASE_REFUSED: () => '請由家長為你開通此節目。',
  PLAN_REQUIRED: () => '須持有通行證才可觀看此節目。',
  INSUFFICIENT_CREDITS: () => '點數不足，未能播放此節目。',
  VOUCHERS_NOT_TAKEN: () => '此節目不接受換領券。',
  VOUCHERS_ONLY: () => '此節目只供電訊夥伴會員以換領券觀看。',
  INSUFFICIENT_TICKETS: ({ of }) => (of === 'cinema' ? '戲票不足，未能購買此場次。' : '換領券不足，未能觀看此節目。'),
  QUOTE_EXPIRED: () => '價格資料已更新，請核對後再次確認。',
  PURCHASES_BLOCKED: () => '此帳戶的購買功能已暫停，請聯絡我們。',
  PAYMENT_NOT_STARTED: () => '你的交易可能未能完成。',
  SELLING_FAST: () => '現正熱賣中，請稍後再試。',
  PENDING: () => '正等候你在付款機構確認。',
  STREAM_LIMIT: () => '同時觀看的裝置已達上限，請先停止其中一部。',
  STREAM_ENDED: () => '此節目已由另一部裝置停止播放。',
  GRANT_REFUSED: ({ of }) => (of === 'preview' ? '預覽已結束，請在控制台重新開啟。' : '播放授權已過期，請重新播放。'),
  CONFLICT: ({ max, of }) => {
    const obstacle = bindingObstacles.get(of)
    if (obstacle !== undefined) return obstacle
    if (of === 'submitted') return '你的提交次數已達上限。'
    if (of === 'terms') return '活動條款剛有更新，請重新閱讀並同意後再提交。'
    return max === undefined ? '資料剛有更新，請重新載入後再試。' : `最多可保存 ${max} 項，請先移除其中一項。`
  },
  VERSION_CONFLICT: () => '另一位操作員剛儲存了新的版本。',
  STEP_UP_REQUIRED: () => '請輸入驗證器應用程式的驗證碼。',
  UNAVAILABLE: () => '服務暫時未能使用，請稍後再試。',
  INTERNAL: () => '系統發生錯誤，請稍後再試。',
} satisfies Record<ErrorCode, (params: ErrorParams) => string>

/** Sentences about one wrong field of a call. */
export const fieldErrors = {
  missing: () => '此項必須填寫。',
  wrongType: () => '格式不正確。',
  wrongChoice: (choices: readonly string[]) => `只可以是：${choices.join('、')}。`,
  malformed: () => '格式不正確。',
  textTooLong: (max: number) => `最多 ${max} 個字。`,
  textTooShort: (min: number) => (min <= 1 ? '此項必須填寫。' : `最少 ${min} 個字。`),
  listTooLong: (max: number) => `最多 ${max} 項。`,
  listTooShort: (min: number) => `最少 ${min} 項。`,
  numberTooLarge: (max: number) => `最大為 ${max}。`,
  numberTooSmall: (min: number) => `最小為 ${min}。`,
}

/** The sentence of each broken field rule. */
export const fieldRules = {
  MOBILE: '請輸入有效的八位電話號碼。',
  PHONE_ABROAD: '請連國家編號輸入電話號碼，例如 +44 20 7946 0000。',
  LOGIN_ID: '登入帳戶無效。',
  PASSWORD: '密碼須最少有 6 位數字。',
  PASSWORD_LONG: '密碼最多為 20 位數字。',
  SAME_PASSWORD: '新密碼不可與現時密碼相同。',
  OBVIOUS_PASSWORD: '此密碼太容易猜到，請另設一個。',
  PASSWORDS_DIFFER: '兩次輸入不一致。',
  WRONG_PASSWORD: '輸入的密碼不正確。',
  EMAIL: '請輸入有效的電郵地址。',
  BIRTHDAY: '請按 2000-01-01 的格式輸入出生日期。',
  SMS_CODE: '請輸入六位數字驗證碼。',
  AGREE: '請先同意服務條款及私隱聲明。',
  PROFILE_NAME: '名稱須為 1 至 10 個字元。',
  PARENTAL_CODE: '請輸入四位數字的家長密碼。',
  CODES_DIFFER: '兩次輸入不一致。',
  PAYMENT_KIND: '此付款方式暫不可用，請選擇其他方式。',
  RETURN_URL: '返回的頁面必須屬於本網站。',
  FILE_TYPE: '不接受此類檔案，請另選檔案。',
  RECIPIENT: '請輸入有效的手提電話號碼或電郵地址。',
  GIVER_NAME: '請輸入你的姓名，最多 40 個字，不可包含連結。',
  GIFT_MESSAGE: '留言最多 200 個字，不可包含連結。',
  COMMENT_LENGTH: '評論須為 50 至 500 字。',
  PROMOTION_CODE: '優惠碼不正確，請核對後重新輸入。',
  PROMOTION_CODE_EXPIRED: '此優惠碼已過期或已取消。',
  PROMOTION_CODE_NEW_ONLY: '此優惠碼只適用於新會員。',
  PROMOTION_CODE_REFUSED: '此優惠碼不適用於你的帳戶。',
  LOCKER_CODE: '找不到這個編號，請核對智能櫃位置一覽。',
  ADDRESS: '請輸入送貨地址。',
  COUNTRY: '暫未能寄送至該地，請選擇其他國家或地區。',
  IMAGE_UNREADABLE: '未能讀取這張圖片，請改用其他 JPEG、PNG 或 WebP 檔案。',
  IMAGE_GONE: '這張圖片已刪除，請重新上載。',
  SEARCH_KEYWORD: '請輸入搜尋內容。',
  ANSWER_MISSING: '請填寫此欄。',
  ANSWER_LENGTH: '字數不符合要求，請修改後再提交。',
  ANSWER_CHOICE: '請從清單中選擇。',
  ANSWER_FIELD: '表格已有更新，請重新載入頁面。',
  OPERATOR_PASSWORD: '請使用最少 12 個字元。',
  PLACEHOLDERS: '請保留 { } 內的各項資料，亦不可加入其他 { }。',
  NOTICE: '請填寫中英文通告。',
  HTTPS_LINK: '請輸入以 https:// 開首的完整網址，或留空。',
} satisfies Record<FieldRule, string>
