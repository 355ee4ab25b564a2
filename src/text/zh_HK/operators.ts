import type { TicketVerdict } from '#contract/ticket-verdicts.ts'
import type { OperatorProblemText } from '#contract/operator-problems.ts'
import { type IngestErrorParams, type IngestText, TITLE_MAX } from '#contract/ingest.ts'
import { GENRES } from '#contract/genres.ts'
import { REGIONS } from '#contract/regions.ts'
import { orderStates } from './order-states.ts'
import { formatHkd } from './payments.ts'

const TICKET_REFUSALS = {
  unknown: '這不是有效的戲票碼。',
  used: '此戲票已使用。',
  returned: '此戲票已退票。',
  cancelled: '此戲票的場次已取消。',
  otherShowtime: '此戲票屬於另一場次。',
  early: '此戲票未到入場時間。',
  over: '此戲票的場次已結束。',
} satisfies Record<Exclude<TicketVerdict, 'valid'>, string>

/** Lines named in a sentence. */
const NAMED_MAX = 10

function lineList(lines: readonly number[]): string {
  const more = lines.length > NAMED_MAX ? `等共 ${lines.length} 行` : ''
  return `${lines.slice(0, NAMED_MAX).join('、')}${more}`
}

/** Why an operator's command is refused. */
export const operatorProblems: OperatorProblemText = {
  orderNotPaid: ({ orderId }) => `沒有已付款的訂單 ${orderId}。`,
  orderRefundRuns: ({ orderId }) => `${orderId} 正在退款，不能寄出。`,
  orderUndisputed: ({ orderNumber }) => `${orderNumber} 的付款沒有爭議，毋須準備證據。`,
  orderDisputed: ({ orderId }) => `${orderId} 的付款有爭議，不能寄出。`,
  orderNotToSend: ({ orderId, state }) => `${orderId} 的狀態是 ${state}，只有已付款的訂單可以寄出。`,
  orderNotSent: ({ orderId, state }) => `${orderId} 的狀態是 ${state}，只有已寄出的訂單可以送達。`,
  orderRestocked: ({ orderId }) => `${orderId} 的貨品已經退回存貨。`,
  orderToSend: ({ orderId }) => `${orderId} 尚待寄出，請先退款。`,
  caseUnknown: ({ caseNumber }) => `沒有個案 ${caseNumber}。`,
  caseWithoutImage: ({ caseNumber }) => `${caseNumber} 沒有圖片。`,
  caseClosed: ({ caseNumber }) => `${caseNumber} 已經結束。`,
  caseNotClosed: ({ caseNumber }) => `個案 ${caseNumber} 並未結束。`,
  answerEmpty: () => '請填寫回覆。',
  partnerWithoutList: ({ partner }) => `${partner} 不是設有客戶名單的合作夥伴。`,
  customerLines: ({ lines }) => `第 ${lineList(lines)} 行不是香港或澳門的手提電話號碼，沒有匯入任何資料。`,
  staffLines: ({ lines }) => `第 ${lineList(lines)} 行沒有公司及員工編號，沒有匯入任何資料。`,
  listEmpty: () => '名單沒有內容。',
  listReplaced: () => '核對期間已有人取代這份名單，請重新核對。',
  listTooLarge: ({ megabytes }) => `名單檔案最大 ${megabytes} MB。`,
  listUnreadable: () => '這個檔案不是文字表格。請另存為 CSV（UTF-8），再試一次。',
  companyUnknown: ({ company }) => `沒有 ${company} 的員工名單。`,
  commentUnknown: ({ commentId }) => `沒有評論 ${commentId}。`,
  commentChanged: ({ commentId }) => `評論 ${commentId} 已經更改，請重新列出。`,
  decisionUnknown: () => '找不到你的這項決定。',
  decisionTold: () => '已不能復原：發表者已收到通知，或評論其後有更改。',
  authorNotPaused: () => '此發表者現已可發表評論。',
  wordTooShort: ({ word }) => `「${word}」太短，幾乎所有評論都會被暫緩。`,
  wordUnlisted: ({ word }) => `「${word}」不在名單上。`,
  campaignUnknown: ({ codeName }) => `沒有活動 ${codeName}。`,
  submissionUnknown: ({ submissionNumber }) => `沒有參加紀錄 ${submissionNumber}。`,
  submissionWithoutImage: ({ submissionNumber }) => `${submissionNumber} 沒有這張圖片。`,
  announcementUnknown: () => '沒有這個公告。',
  workNotHeld: () => '此工作沒有暫停：仍在進行，或已結束。',
  announcementGrew: ({ recipients, approved }) =>
    `現時會發給 ${recipients} 位會員，提出批准要求時為 ${approved} 位。請再提出批准要求。`,
  announcementOver: () => '公告已經發完或停止。',
  smsProviderNotReady: () => '此供應商未有設定，請先在環境設定內填妥。',
  compensationUnknown: () => '沒有這項補償。',
  compensationOver: () => '補償已經完成或停止。',
  compensationPeriod: () => '事故時段須已過去，結束在開始之後，最長 31 日。',
  compensationRenters: () => '延長租看只適用於當時有租看的會員。',
  compensationNobody: () => '沒有會員符合，或全部已就此事故獲得補償。',
  compensationGrew: ({ members, approved }) => `符合的會員已由批准時的 ${approved} 位增至 ${members} 位。請重新提出。`,
  codeUnknown: () => '沒有這個兌換碼。',
  codeVoided: () => '這個兌換碼已經作廢。',
  codeOfGiftCard: () => '禮品卡只可退款，不能作廢。',
  codeExists: () => '部分兌換碼已存在，沒有產生任何兌換碼，請再試一次。',
  batchUnknown: ({ batchId }) => `沒有可以作廢的批次 ${batchId}。`,
  batchSize: ({ max }) => `每批可有 1 至 ${max} 個兌換碼。`,
  batchWorth: ({ maxCents }) => `每批總值最多 ${formatHkd(maxCents)}，請減少兌換碼、使用次數或獎賞。`,
  batchExpiry: () => '兌換碼在開始前已經到期。',
  batchOfGiftCards: () => '禮品卡只可購買，不能自行產生。',
  batchEmpty: () => '兌換碼必須附有獎賞。',
  batchMixed: () => '換領券或戲票不能與點數或計劃一同給予。',
  batchOfPartner: () => '夥伴兌換碼須註明夥伴，並給予換領券或戲票。',
  batchPartner: ({ partner, partners }) => `${partner} 的會員沒有這種獎賞。合作夥伴：${partners.join('、')}。`,
  batchOfPlan: () => '月費碼須給予計劃的月數。',
  batchOfAnother: () => '只有建立這個批次的操作員可下載兌換碼。',
  batchFileGone: ({ file }) =>
    ({
      none: '這批兌換碼由指令寫入檔案，不能在此下載。',
      making: '兌換碼仍在產生中，完成後才可下載。',
      ready: '這批兌換碼已經作廢。',
      fetched: '這批兌換碼已經下載，不會再次提供。如檔案遺失，請作廢整批，再建立另一批。',
      expired: '下載期限已過，兌換碼已經銷毀。請作廢整批，再建立另一批。',
    })[file],
  planUnknown: ({ planId }) => `沒有計劃 ${planId}。`,
  planNotFree: () => '只有員工計劃可以免費。',
  planAsBefore: ({ planId }) => `計劃 ${planId} 已按這些條款發售，或屬於另一類。`,
  planIncomplete: ({ planId }) => `沒有計劃 ${planId}。新的計劃須有全部條款及類別。`,
  accountUnknown: ({ number }) => `沒有號碼為 ${number} 的帳戶。`,
  customerUnknown: () => '沒有此帳戶，可能已被刪除。',
  customerIsOwn: () => '此帳戶使用你或批准者的電郵地址，須由其他同事處理。',
  customerWithoutRenewal: () => '此帳戶沒有自動續期的計劃。',
  customerPlanBeingCancelled: () => '已要求付款機構結束此計劃。',
  customerEmailUnproven: () => '客戶未驗證電郵地址。',
  customerClosing: () => '此帳戶正在結束。',
  customerNotClosing: () => '此帳戶並非正在結束。',
  customerNumberSame: () => '這已是帳戶的手提電話號碼。',
  customerNumberTaken: () => '此號碼已有帳戶，或將成為另一帳戶的號碼。',
  customerNumberChanging: () => '帳戶將會更改號碼，請先取消該項更改。',
  customerNumberNotChanging: () => '帳戶沒有待生效的新號碼。',
  correctionTooLarge: () => '帳戶的點數不足。',
  correctionKeyUsed: () => '這個鍵值已用於另一項入帳。',
  ticketCodeUnknown: () => '這不是有效的戲票碼。',
  ticketRefused: ({ verdict }) => TICKET_REFUSALS[verdict],
  ticketOfAnotherCounter: () => '此入場由另一位操作員准許，只可由該操作員復原。',
  ticketStaysUsed: () => '此入場已不能復原。',
  showtimeUnknown: ({ showtimeId }) => `沒有場次 ${showtimeId}。`,
  operatorUnknown: () => '沒有這位操作員。',
  operatorExists: ({ email }) => `已有使用 ${email} 的操作員。`,
  operatorWithoutRole: () => '此操作員沒有所需的角色。',
  operatorDisabled: () => '此操作員已停用。',
  lastAdministrator: () => '必須保留至少一位管理員。',
  invitationUnknown: () => '此連結已使用或過期，請向管理員索取新連結。',
  consoleInsecure: () => '此地址沒有加密連線，不可登入。請使用 https。',
  requestKeyUsed: () => '此請求的識別碼已用於另一項操作。',
  approvalUnknown: () => '沒有這項批准要求。',
  approvalClosed: () => '這項批准要求已有結果或已過期。',
  approvalVoid: () => '提出者已無權進行這項操作，要求已作廢。',
  approvalWaits: () => '你已提出相同的要求，正等待另一位操作員批准。',
  approvalChanged: () => '提出要求後內容已有變動，請拒絕這項要求，由提出者重新提出。',
  approvalOwn: () => '不可批准自己提出的要求。',
  approvalRole: () => '你的角色不可決定這項要求。',
  approvalReset: () => '登入方式重設後 24 小時內，不可提出或決定批准要求。',
  approvalInvitation: () => '邀請後 7 日內，邀請者與受邀者不可互相批准。',
  uploadUnknown: () => '這個上載已不存在，請重新選擇檔案。',
  uploadEmpty: ({ file }) => `「${file}」是空的。`,
  uploadTooLarge: ({ file, bytes, limit }) => `「${file}」有 ${size(bytes)}，上限為 ${size(limit)}。`,
  uploadNoRoom: ({ needed, free, reserve, promised }) =>
    `需要 ${size(needed)} 磁碟空間，伺服器只餘 ${size(free)}，其中 ${size(reserve)} 必須留空${promised > 0 ? `，另 ${size(promised)} 預留給其他上載中的檔案` : ''}。請騰出空間再繼續，已上載的部分會保留。`,
  uploadUnconfined: () =>
    '有編碼程序未隔離 ffmpeg，惡意影片檔可能讀取密鑰，因此不接受上載。請在該處安裝 bubblewrap 或容許使用者命名空間，或以 npm run ingest 處理可信的影片檔。',
  uploadNoEncoder: () => '沒有編碼程序在運行，因此不接受上載。請先啟動編碼程序，再重新上載。',
  uploadInUse: ({ file }) => `「${file}」正在入庫，請先取消入庫。`,
  uploadUnfinished: ({ file }) => `「${file}」尚未上載完成。`,
  subtitleLanguage: ({ language }) => `「${language}」不是語言代號，請使用 zh-Hant 或 en 等代號。`,
  subtitleTooLarge: ({ file }) => `「${file}」太大，不可能是字幕。`,
  ingestUnknown: () => '找不到這項入庫工作。',
  ingestOver: () => '這項入庫工作已經結束。',
  ingestNoRetry: () => '這項工作的檔案已經刪除，或正由另一項工作使用，請重新上載。',
  ingestTargetUnknown: () => '找不到這套節目。',
  ingestOfSeries: () => '這是劇集，請選擇其中一集來加入影片檔。',
  trackFilmUnknown: () => '節目已不再播放此檔案，請重新開啟。',
  tracksUnderWay: () => '此檔案的軌道正在更改，請等候完成或先取消。',
  subtitleTwice: ({ language }) => `會有兩條 ${language} 字幕，請在同一次更改移除其中一條。`,
  audioLanguage: ({ language }) => `「${language}」不是聲軌的語言代號，例如應為 yue、cmn 或 en。`,
  ingestRoleTwice: () => '每套節目只可有一個正片檔、一段預告片及一段片頭。',
  titleIncomplete: ({ count }) => `發佈前尚欠 ${count} 項，請查看清單。`,
  titleState: ({ state }) =>
    ({
      draft: '此節目未曾發佈。',
      published: '此節目沒有下架。',
      withdrawn: '此節目已下架。',
    })[state],
  formerFileGone: () => '此檔案已不再保留，或已在使用。',
  titleTakenDown: () => '此節目已被緊急下架，須先解除才可發佈。',
  titleNotTakenDown: () => '此節目並無緊急下架。',
  titlePlanned: () => '此節目已排期發佈，請先取消排期。',
  pageIncomplete: ({ count }) => `有 ${count} 項問題須先處理才可發佈，請查看清單。`,
  pagePlanned: () => '此版面已排期發佈，請先取消排期。',
  planPast: () => '請選擇未來的時間。',
  personUnknown: () => '找不到此人。',
  samePerson: () => '請選擇兩位不同的人物。',
  personRenamed: () => '其中一位剛被改名，請重新開啟人物。',
  bulkEmpty: () => '請選擇最少一套節目。',
  bulkTooMany: ({ max }) => `每次最多可選擇 ${max} 套節目。`,
  bulkCount: ({ expected, found }) => `篩選結果現有 ${found} 套節目，並非 ${expected} 套，請重新查看名單。`,
  bulkRuns: () => '此更改仍在進行。',
  bulkUndone: () => '沒有可復原的更改。',
  importUnreadable: () => '未能讀取此檔案，請先檢查。',
  importNothingToRetry: () => '沒有需要重試的項目。',
  accountOwn: () => '這是你自己的帳戶，須由其他操作員處理。',
  paymentUnknown: ({ orderId }) => `沒有訂單 ${orderId}。`,
  refundState: ({ orderNumber, state }) => `${orderNumber} 的狀態是「${orderStates[state]}」，不能退款。`,
  refundStep: ({ stepCents }) => `這種付款方式只可退回 ${formatHkd(stepCents)} 的倍數。`,
  refundTooMuch: ({ maxCents }) =>
    maxCents === 0
      ? '所購項目已使用，或須先退回其後的月份，或款項其後已退回，因此不能退款。'
      : `最多只可退回 ${formatHkd(maxCents)}。`,
  refundWhole: () => '禮品卡只可全數退款。',
  refundClaimed: ({ claimedCents }) =>
    `付款人已領取此退款的 ${formatHkd(claimedCents)}。請記錄為「已退款」，或繼續等候。`,
  paymentNotInReview: ({ orderId }) => `訂單 ${orderId} 並非待覆核。`,
  paymentInOtherCurrency: () => '以其他貨幣付款，不能交付，請退款。',
  differenceUnknown: ({ reference }) => `沒有編號為 ${reference} 的付款或退款。`,
  refundNotInDoubt: ({ orderId }) => `訂單 ${orderId} 沒有未能確定或逾期的退款。`,
  webhookUnknown: () => '沒有這項回調。',
  webhookNotFailed: () => '這項回調並未失敗，或內容已刪除，不能重試。',
  webhookUnnamed: () => '請指明一項回調，或一個供應商。',
  refundNeedsFinance: ({ leftCents }) =>
    leftCents === 0
      ? '你已達退款上限。請財務部同事退款。'
      : `你目前只可自行退回 ${formatHkd(leftCents)}。較大的金額請財務部同事退款。`,
  planPeriod: () => '優惠在開始前已經結束。',
  planFirstEnds: () => '新計劃的首個版本不能設定結束時間。',
  planPromotionRuns: () => '這個計劃在該期間已有另一項優惠。請先撤回，或選擇其他期間。',
  planVersionUnknown: () => '沒有這個版本。',
  planVersionStays: () => '這個版本已經發售而沒有結束時間，或已經結束。請改為發佈另一個版本。',
  amountTooLarge: () => '入帳金額及結餘不能超過一萬億。',
}

const of = ({ file }: IngestErrorParams) => (file ? `「${file}」` : '這個檔案')
const gb = (bytes = 0) => `${Math.round(bytes / 1e9)} GB`
const size = (bytes = 0) => (bytes < 1e9 ? `${Math.round(bytes / 1e5) / 10} MB` : gb(bytes))
const hours = (seconds = 0) => `${Math.round(seconds / 360) / 10} 小時`

const span = (seconds: number) => {
  const minutes = Math.round(seconds / 60)
  if (seconds < 90) return `${Math.round(seconds)} 秒`
  return minutes < 90 ? `${minutes} 分鐘` : `${Math.floor(minutes / 60)} 小時 ${minutes % 60} 分鐘`
}

/** Errors, notes and progress of an ingest, for an operator. */
export const ingest: IngestText = {
  errors: {
    NOT_A_FILE: (p) => `${of(p)}不是一般檔案（例如是資料夾、管道或裝置），請提供影片檔案。`,
    UNREADABLE: (p) => `無法讀取${of(p)}，請檢查檔案是否存在及是否有讀取權限。`,
    EMPTY_FILE: (p) => `${of(p)}是空白檔案。`,
    NOT_A_VIDEO: (p) => `${of(p)}不是支援的影片檔案，請匯出為 MP4、MOV 或 MKV。`,
    POINTS_ELSEWHERE: (p) => `${of(p)}只是指向其他檔案的播放清單，請直接提供影片檔案。`,
    NO_VIDEO: (p) => `${of(p)}沒有畫面，只有聲音或文字。`,
    COVER_ONLY: (p) => `${of(p)}沒有影片畫面，只有封面圖片。`,
    TRUNCATED: (p) => `${of(p)}並不完整，在其標明的結尾之前已經中斷。請重新複製或上載。`,
    DAMAGED: (p) => `無法解碼${of(p)}的畫面或聲音，檔案已損壞，請重新匯出或複製。`,
    BAD_TIMESTAMPS: (p) => `${of(p)}的時間標記有誤，一次跳過了${span(p.found ?? 0)}。請修復或重新匯出檔案。`,
    TIMES_RETURN: (p) =>
      `${of(p)}的時間標記倒退了${span(p.found ?? 0)}：檔案由多段錄影直接合併而成。請以剪接軟件合併，或逐段匯入。`,
    TOO_SHORT: (p) => `${of(p)}太短，未能截取任何畫面。`,
    TOO_LONG: (p) => `${of(p)}標明片長 ${hours(p.found)}，上限為 ${hours(p.limit)}。`,
    TOO_LARGE: (p) => `${of(p)}標明大小為 ${gb(p.found)}，上限為 ${gb(p.limit)}。`,
    TOO_BIG_PICTURE: (p) => `${of(p)}的解像度高於 8K，無法處理。`,
    NO_DECODER: (p) =>
      `${of(p)}所用的格式無法解碼${p.detail ? `（${p.detail}）` : ''}，請以 H.264 或 HEVC 畫面及 AAC 聲音重新匯出。`,
    DOLBY_VISION: (p) =>
      `${of(p)}是 Dolby Vision ${p.detail ?? ''}，沒有可供其他螢幕使用的畫面。請匯出為 HDR10、HLG、SDR 或 Dolby Vision profile 8。`,
    RESERVED_COLOURS: (p) =>
      `${of(p)}用保留編號標示色彩，編碼器不接受。毋須重新轉碼，可這樣更正：ffmpeg -i <檔案> -c copy -bsf:v ${p.detail ?? 'h264'}_metadata=matrix_coefficients=1 <新檔案>`,
    VIDEO_ENDS_EARLY: (p) =>
      `${of(p)}的畫面在 ${span(p.found ?? 0)}後結束，但檔案長 ${span(p.limit ?? 0)}。請重新匯出完整影片。`,
    BAD_SUBTITLE: (p) => `未能從${of(p)}讀取字幕。支援的格式有 SubRip（.srt）、WebVTT、ASS／SSA 及 TTML。`,
    BAD_LANGUAGE: (p) => `字幕${of(p)}的語言代號「${p.detail ?? ''}」不正確（例如應為 zh-Hant、en）。`,
    POSITION_PAST_END: (p) =>
      `${of(p)}長 ${(p.limit ?? 0).toFixed(1)} 秒；--skip-show、--skip-to 及 --ends-at 必須在片長之內，不能是 ${p.found} 秒。`,
    NO_AUDIO: (p) => `${of(p)}沒有可讀取的聲音。支援 AAC、Dolby、FLAC、WAV、MP3 及 Opus，也可取自影片檔。`,
    AUDIO_LENGTH: (p) => `${of(p)}長 ${span(p.found ?? 0)}，影片長 ${span(p.limit ?? 0)}，應屬於另一套節目或另一集。`,
    LAST_AUDIO: () => '影片會變成沒有聲音。請先加入另一條聲軌，再移除最後一條。',
    TRACK_UNKNOWN: (p) => `影片沒有「${p.detail ?? ''}」這條軌道，請重新開啟軌道列表。`,
    FILM_REPLACED: () => '開始處理後，節目已換了檔案或軌道。請重新開啟軌道列表，再作更改。',
    SOURCE_CHANGED: (p) => `${of(p)}在處理期間有更改，請重新開始。`,
    SOURCE_GONE: () => '檔案所在的伺服器已停止運作一小時。請待該伺服器恢復後重新開始，或重新上載檔案。',
    TITLE_REFUSED: (p) =>
      `${of(p)}的節目資料已經不能按原先的要求寫入${p.detail ? `（${p.detail}）` : ''}，請檢查後重新開始。`,
    DISK_FULL: () => '磁碟空間不足，騰出空間後會自動繼續。',
    TIMEOUT: (p) => `處理${of(p)}的時間過長，已經停止。`,
    ENCODER_FAILED: (p) => `無法為${of(p)}轉碼${p.detail ? `：${p.detail}` : '。'}`,
    NO_ENCODER: (p) =>
      `已安裝的 ffmpeg 不支援此工作${p.detail ? `（欠缺 ${p.detail}）` : ''}。請安裝完整的 ffmpeg，或設定 FFMPEG_PATH 及 FFPROBE_PATH。`,
    UNEXPECTED: (p) => `系統內部出錯，未能處理${of(p)}${p.detail ? `（${p.detail}）` : ''}，詳情請看系統日誌。`,
    CANCELLED: () => '已取消，沒有留下任何檔案。',
  },
  notes: {
    SUBTITLE_CHARACTERS: (p) =>
      `字幕${of(p)}有 ${p.found ?? 0} 個字元無法辨認，第一個在第 ${p.line ?? 0} 行。請更正檔案，或另存為 UTF-8。`,
    SUBTITLE_CUES: (p) =>
      `字幕${of(p)}有 ${p.found ?? 0} 句已略去，因為時間碼無法辨認，或結束早於開始，第一句在第 ${p.line ?? 0} 行。請更正檔案。`,
    SUBTITLE_TWICE: (p) => `字幕${of(p)}有 ${p.found ?? 0} 行重複轉換成 UTF-8，已還原為原來的文字。`,
    SUBTITLE_LEFT_OUT: (p) => `${of(p)}的一條字幕（${p.detail ?? ''}）沒有可讀取的文字，已略去。`,
    TRACK_LEFT_OUT: (p) => `${of(p)}的一條軌道（${p.detail ?? ''}）無法解碼，已略去。`,
    LANGUAGE_UNKNOWN: (p) =>
      `${of(p)}的${p.detail ?? '一條軌道'}沒有標明語言：聲音顯示為「原聲」，字幕顯示為「未知語言」。`,
    SOUND_CUT: (p) => `${of(p)}的聲音長 ${span(p.found ?? 0)}，畫面長 ${span(p.limit ?? 0)}；聲音會隨畫面結束。`,
    HEADER_SIZE: (p) => `${of(p)}的檔頭標明大小為 ${size(p.limit)}，實際為 ${size(p.found)}，內容完整。`,
    HEADER_LENGTH: (p) =>
      `${of(p)}的檔頭標明片長 ${span(p.limit ?? 0)}，實際為 ${span(p.found ?? 0)}，現以實際片長為準。`,
    OTHER_LENGTH: (p) =>
      `${of(p)}長 ${span(p.found ?? 0)}，影片長 ${span(p.limit ?? 0)}。請聽影片結尾，聲音可能與畫面不同步。`,
    ONE_OF_SOUNDS: (p) => `${of(p)}有多條聲軌，只加入了 ${p.detail ?? '第一條'}。`,
    BASE_LAYER: (p) => `${of(p)}是 Dolby Vision ${p.detail ?? ''}，現採用其 HDR10、HLG 或 SDR 基本層。`,
  },
  draftFaults: {
    TITLE_NEEDED: (option) => `${option} 不能留空。`,
    TITLE_TOO_LONG: (option) => `${option} 最多 ${TITLE_MAX} 個字元。`,
    TITLE_CONTROLS: (option) => `${option} 不能包含換行或控制字元。`,
    UNKNOWN_GENRE: (given) => `沒有「${given}」這個類型。可用的類型有：${GENRES.join('、')}。`,
    UNKNOWN_COUNTRY: (given) => `「${given}」不是國家或地區代號，請提供兩個字母，例如 HK、TW。`,
    VOD_TYPE_NEEDED: () => '請以 --vod 指明收看方式：free、vip、credit 或 voucher。',
    CREDITS_NEEDED: () => '--vod credit 需要價格：--credits N。',
    KIDS_CLASS_III: () => '第 III 級節目不能列為兒童節目。',
    BAD_YEAR: () => '--year 必須在 1880 至 2200 之間。',
    EPISODE_NEEDED: () => '使用 --series 時必須同時提供 --episode N。',
    SEASON_OF_FILM: () => '電影沒有季數，請刪去 --season，或同時提供 --episode 或 --classify drama。',
    POSITIONS_OF_FILM: () => '--skip-show、--skip-to 及 --ends-at 只適用於劇集，不適用於電影。',
    SKIP_BACKWARDS: (times) => `--skip-to 不能早於 --skip-show（${times}）。`,
    UNKNOWN_REGION: (given) => `沒有「${given}」這個地區，--region 可填 ${REGIONS.join('、')}。`,
    SERIES_UNKNOWN: (id) => `找不到劇集「${id}」。--series 須為首集入庫時印出的 programId。`,
    SERIES_IS_FILM: (id) => `「${id}」是電影，不是劇集。`,
    LICENCE_OF_EPISODE: () => '單集的授權期限跟隨劇集，請刪去 --licence-until。',
    LICENCE_DATE: (date) => `「${date}」不是日期，--licence-until 的格式例如 2027-01-31。`,
    LICENCE_OVER: (date) => `授權期限 ${date} 已過。`,
  },
  copying: '正在把檔案複製到儲存庫……',
  databaseLost: '資料庫沒有回應，正在等候……',
  steps: {
    probe: '讀取',
    check: '檢查',
    measure: '量度音量',
    encode: '轉碼',
    images: '截取畫面',
    preview: '製作預覽',
    subtitles: '製作字幕',
    publish: '加密及發佈',
  },
  progress: ({ percent, speed, secondsLeft }) =>
    [
      `${percent.toFixed(1)}%`,
      ...(speed === null ? [] : [`${speed.toFixed(2)} 倍速`]),
      ...(secondsLeft === null ? [] : [`尚餘約 ${span(secondsLeft)}`]),
    ].join('　'),
}
