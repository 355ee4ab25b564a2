import type { GiftCardDesign } from '#contract/gift-card-designs.ts'
import type { InboxTemplates, MailTemplates, SmsTemplates } from '#contract/messages.ts'
import type { PaymentItem } from '#contract/payments.ts'
import { alarmText } from '../alarm-text.ts'
import { consoleHealth } from './console-health.ts'
import { formatGift, formatGoods, formatHkd, formatItem, formatWholeGift } from './payments.ts'
import { rejectionReasons } from './rejection-reasons.ts'

/** A date after Chinese text, as ` 2026年12月20日`, as on the site. */
export function formatDay(day: string): string {
  const [year, month, date] = day.split('-').map(Number)
  return ` ${year}年${month}月${date}日`
}

/** 原因：… Empty for one that was rejected by command. */
function formatRejection({ reasons = [], note }: Pick<InboxTemplates['commentRejected'], 'reasons' | 'note'>): string {
  const named = reasons.filter((reason) => reason !== 'other').map((reason) => rejectionReasons[reason])
  const why = named.length > 0 ? `原因：${named.join('、')}。` : ''
  return note === undefined ? why : `${why}審核員附言：「${note}」。`
}

/** A sentence made of a template's values and the brand's name. */
type Sentences<T, R> = { readonly [K in keyof T]: (values: T[K] & { brand: string }) => R }

/** An e-mail before its layout: `code` stands large between the paragraphs. */
export interface MailText {
  readonly subject: string
  readonly paragraphs: readonly string[]
  readonly code?: string
  /** A gift card's picture and what it is worth, above the paragraphs. */
  readonly card?: { readonly design: GiftCardDesign; readonly value: string } | undefined
  /** A button below the code. */
  readonly link?: { readonly label: string; readonly address: string } | undefined
  readonly closing: string
  /** Below the closing: where marketing is ended. */
  readonly optOut?: { readonly label: string; readonly address: string } | undefined
}

export interface MessagesText {
  /** One segment each: at most 70 characters in Chinese, 160 of GSM 03.38 in English; a gift card’s message comes on top. */
  readonly sms: Sentences<SmsTemplates, string>
  readonly mail: Sentences<MailTemplates, MailText>
  readonly inbox: Sentences<InboxTemplates, { title: string; body: string }>
}

const BUCKETS = { monthly: '每月點數', recharged: '額外點數' } as const

const CONTACT_THEMES = { payment: '付款查詢', technical: '技術支援', other: '其他' } as const

const OPERATOR_CHANGES = {
  invited: (name: string) => `${name} 獲邀成為操作員`,
  roles: (name: string) => `${name} 的角色已更改`,
  disabled: (name: string) => `${name} 已停用`,
  reset: (name: string) => `${name} 的登入方式已重設`,
} as const

const PLAN_FAILURES = {
  changed: '節目其間已有更改。',
  role: '你的角色已不可發佈節目。',
  incomplete: '節目有必填項目未填妥。',
  takenDown: '節目已被緊急下架。',
} as const

const PAGE_PLAN_FAILURES = {
  ...PLAN_FAILURES,
  changed: '版面其間已有更改。',
  role: '你的角色已不可發佈版面。',
  incomplete: '版面有項目須先修正。',
} as const

/** What follows from a payment. */
function received(item: PaymentItem): string {
  if (item.template === 'giftcard') return `${formatItem(item)}的兌換碼已發送，可在「我買的禮品卡」查看狀態`
  return item.template === 'sale' ? `正為你準備${formatItem(item)}` : `${formatItem(item)}已加入你的帳戶`
}

const ofOrder = (orderNumber: string | undefined) => (orderNumber === undefined ? '' : `訂單編號：${orderNumber}。`)

/** SMS, e-mails and inbox messages. */
export const messages: MessagesText = {
  sms: {
    registerCode: ({ brand, code }) => `【${brand}】註冊驗證碼：${code}，10 分鐘內有效。請勿告訴任何人。`,
    alreadyRegistered: ({ brand }) =>
      `【${brand}】此號碼已有帳戶，請直接登入；如忘記密碼，可在登入頁重設。若非你本人操作，毋須理會。`,
    resetCode: ({ brand, code }) => `【${brand}】重設密碼驗證碼：${code}，10 分鐘內有效。請勿告訴任何人。`,
    notRegistered: ({ brand }) => `【${brand}】此號碼未有帳戶，歡迎在網站註冊。若非你本人操作，毋須理會。`,
    welcome: ({ brand, password, parentalCode }) =>
      `【${brand}】歡迎加入！登入密碼：${password}，家長密碼：${parentalCode}。請登入後更改。`,
    parentalCode: ({ brand, code }) => `【${brand}】重設家長密碼驗證碼：${code}，10 分鐘內有效。請勿告訴任何人。`,
    newPassword: ({ brand, password }) => `【${brand}】你的新密碼：${password}。請登入後更改，請勿告訴任何人。`,
    newParentalCode: ({ brand, code }) => `【${brand}】你的新家長密碼：${code}。請勿告訴任何人。`,
    accountClosing: ({ brand, day }) =>
      `【${brand}】你的帳戶將於${formatDay(day)}結束。如想保留，請在此之前登入並重新啟用。`,
    numberChanging: ({ brand, day }) =>
      `【${brand}】我們收到要求，你的帳戶將於${formatDay(day)}改用另一手提電話號碼。如非本人要求，請立即聯絡我們。`,
    numberAwaited: ({ brand, day }) =>
      `【${brand}】此號碼將於${formatDay(day)}起用作帳戶登入。如非本人要求，請立即聯絡我們。`,
    numberChanged: ({ brand }) =>
      `【${brand}】帳戶的手提電話號碼已更改，所有裝置已登出。如非本人要求，請立即聯絡我們。`,
    giftCard: ({ brand, item, code, until, message, from, link }) =>
      `【${brand}】${from ? `${from} 送你禮品卡` : '你收到禮品卡'}：${formatGift(item)}。${message ? `「${message}」` : ''}${link ? `兌換碼 ${code}，請於${formatDay(until)}或之前兌換：${link}` : `請於${formatDay(until)}或之前登入兌換：${code}`}`,
  },
  mail: {
    emailCode: ({ brand, code }) => ({
      subject: `${brand} 電郵驗證碼：${code}`,
      paragraphs: ['請在索取驗證碼的頁面輸入以下號碼，以驗證此電郵地址。驗證碼 10 分鐘內有效。'],
      code,
      closing: `若非你本人操作，毋須理會此電郵。${brand}`,
    }),
    contactCode: ({ brand, code }) => ({
      subject: `${brand} 電郵驗證碼：${code}`,
      paragraphs: ['請在聯絡表格輸入以下驗證碼，以驗證此電郵地址。驗證碼 10 分鐘內有效。'],
      code,
      closing: `若非你本人操作，毋須理會此電郵。${brand}`,
    }),
    contactCopy: ({ brand, caseNumber, theme, content }) => ({
      subject: `你給${brand}的訊息：${caseNumber}`,
      paragraphs: [
        `我們已收到你的訊息（${CONTACT_THEMES[theme]}），個案編號為 ${caseNumber}。內容如下：`,
        ...content.split(/\n+/),
      ],
      closing: `我們會以此電郵地址回覆你。${brand}`,
    }),
    contactAnswer: ({ brand, caseNumber, answer, content }) => ({
      subject: `回覆你的訊息 ${caseNumber}`,
      paragraphs: [...answer.split(/\n+/), `個案編號 ${caseNumber}，你的訊息：`, ...content.split(/\n+/)],
      closing: `如有其他查詢，請再使用聯絡表格並註明個案編號。${brand}`,
    }),
    giftCard: ({ brand, item, code, until, message, design, from, link }) => ({
      subject: from ? `${from} 送你一張 ${brand} 禮品卡` : `你收到一張 ${brand} 禮品卡`,
      paragraphs: [
        from ? `${from} 送你的禮品卡：${formatWholeGift(item)}。` : `你收到的禮品卡：${formatWholeGift(item)}。`,
        ...(message ? [`「${message}」`] : []),
        link
          ? `請於${formatDay(until)}或之前兌換。如未能開啟連結，請登入或註冊，選擇「兌換」，並輸入以下兌換碼。`
          : `請登入或註冊，選擇「兌換」，並於${formatDay(until)}或之前輸入以下兌換碼。`,
      ],
      code,
      link: link === undefined ? undefined : { label: '兌換禮品卡', address: link },
      card: design && { design, value: formatGift(item) },
      closing: `兌換碼只可使用一次，任何人持有均可兌換，請妥為保管。${brand}`,
    }),
    accountData: ({ brand, link }) => ({
      subject: `你的${brand}個人資料`,
      paragraphs: [
        '你曾要求取得你的個人資料。',
        '請開啟你的帳戶頁面並登入，在「你的資料」選擇下載。下載時須輸入密碼，資料不會以電郵發送。',
      ],
      link: { label: '開啟帳戶頁面', address: link },
      closing: `若非你本人要求，請聯絡我們。${brand}`,
    }),
    numberChanging: ({ brand, day }) => ({
      subject: `你的${brand}帳戶將更改手提電話號碼`,
      paragraphs: [
        `客戶服務收到要求，你的帳戶將於${formatDay(day)}改用另一手提電話號碼。`,
        '屆時所有裝置會登出。密碼、點數及通行證不變。',
      ],
      closing: `如非本人要求，請立即聯絡我們，號碼便不會更改。${brand}`,
    }),
    numberChanged: ({ brand }) => ({
      subject: `你的${brand}帳戶已更改手提電話號碼`,
      paragraphs: ['請以新手提電話號碼及原有密碼登入。所有裝置已登出。'],
      closing: `如非本人要求，請立即聯絡我們。${brand}`,
    }),
    numberStays: ({ brand }) => ({
      subject: `你的${brand}帳戶沒有更改手提電話號碼`,
      paragraphs: ['你要求改用的手提電話號碼現已有另一個帳戶，因此未能更改。'],
      closing: `如需協助，請聯絡我們。${brand}`,
    }),
    operatorInvitation: ({ brand, name, link }) => ({
      subject: `${brand}控制台的登入設定`,
      paragraphs: [
        `${name}，你已成為${brand}的操作員。`,
        '請設定密碼及驗證器應用程式。連結只可使用一次，一小時內有效。',
      ],
      link: { label: '設定登入方式', address: link },
      closing: `若非你本人，請通知管理員。${brand}`,
    }),
    auditDigest: ({ brand, day, entries, digest }) => ({
      subject: `${brand}控制台：${formatDay(day).trim()}審計紀錄`,
      paragraphs: [
        `${formatDay(day).trim()}的審計紀錄共 ${entries} 項，連同以往各日的驗證值如下：`,
        digest,
        '請保留此訊息。若日後有人更改舊紀錄，可執行 npm run operators -- check-audit 查出，並以這些驗證值證明。',
      ],
      closing: `所有管理員每日都會收到此訊息。${brand}`,
    }),
    planFailed: ({ brand, title, cause }) => ({
      subject: `${brand}控制台：《${title.zh_HK}》未有按排期發佈`,
      paragraphs: [
        `你排期的《${title.zh_HK}》未有發佈：${PLAN_FAILURES[cause]}`,
        '請在控制台開啟該節目，核對後再次發佈。',
      ],
      closing: brand,
    }),
    pagePlanFailed: ({ brand, page, cause }) => {
      const name = page?.zh_HK || page?.en_US || '分頁、廣告及彈出視窗'
      return {
        subject: `${brand}控制台：「${name}」版面未有按排期發佈`,
        paragraphs: [
          `你排期的「${name}」版面未有發佈：${PAGE_PLAN_FAILURES[cause]}`,
          '請在控制台開啟該版面，核對後再次發佈。',
        ],
        closing: brand,
      }
    },
    announcement: ({ brand, title, body, link, optOut, isTest }) => ({
      subject: isTest ? `[測試] ${title}` : title,
      paragraphs: [title, ...body.split(/\n+/)],
      link: link === undefined ? undefined : { label: `前往${brand}`, address: link },
      closing: optOut === undefined ? `這是服務通知。${brand}` : `你同意接收推廣資訊，因此收到此電郵。${brand}`,
      optOut: optOut === undefined ? undefined : { label: '取消接收推廣資訊', address: optOut },
    }),
    alarm: ({ brand, link, ...alarm }) => {
      const { title, paragraphs } = alarmText(alarm, consoleHealth)
      return {
        subject: `${brand}控制台：${title}`,
        paragraphs: [title, ...paragraphs],
        link: { label: consoleHealth.alarm.open, address: link },
        closing: consoleHealth.alarm.closing(brand),
      }
    },
    operatorsChanged: ({ brand, what, name, by }) => ({
      subject: `${brand}控制台：${OPERATOR_CHANGES[what](name)}`,
      paragraphs: [`${OPERATOR_CHANGES[what](name)}，由 ${by} 操作。`, '所有管理員都會收到此訊息。'],
      closing: `若有懷疑，請查閱控制台的審計紀錄。${brand}`,
    }),
  },
  inbox: {
    welcome: ({ brand, name }) => ({
      title: `歡迎來到${brand}`,
      body: `${name}，你好！登入密碼及家長密碼已以短訊發送給你，請到帳戶頁更改。`,
    }),
    passwordChanged: () => ({
      title: '密碼已更改',
      body: '你的登入密碼已更改，其他裝置已登出。若非你本人操作，請立即重設密碼。',
    }),
    passwordReset: () => ({
      title: '密碼已重設',
      body: '你的登入密碼已透過短訊驗證重設，所有裝置已登出。若非你本人操作，請立即聯絡我們。',
    }),
    parentalCodeChanged: () => ({
      title: '家長密碼已更改',
      body: '你的家長密碼已更改，其他裝置須重新輸入新密碼。若非你本人操作，請立即更改登入密碼。',
    }),
    emailRefused: ({ email }) => ({
      title: '電郵地址無法送達',
      body: `電郵伺服器表示 ${email} 並不存在，我們已停止向此地址發送電郵。請在「帳戶」更改地址或重新驗證。`,
    }),
    emailVerified: ({ email }) => ({ title: '電郵地址已驗證', body: `${email} 已完成驗證，你現在可以發表評論。` }),
    accountReopened: () => ({ title: '帳戶已重新啟用', body: '帳戶將會保留，你可以如常使用所有服務。' }),
    commentPublished: ({ title }) => ({
      title: '評論已刊登',
      body: `你對《${title.zh_HK}》的評論已通過審核，現已刊登。感謝你的分享。`,
    }),
    commentRejected: ({ title, ...why }) => ({
      title: '評論未獲刊登',
      body: `你對《${title.zh_HK}》的評論不符合評論守則，現時只有你可以看到。${formatRejection(why)}你可以在節目詳情修改後再提交。`,
    }),
    commentingPaused: ({ until }) => ({
      title: '暫停發表評論',
      body: `由於你的評論不符合評論守則，你在${formatDay(until)}前不能發表或修改評論。已發表的評論會保留。`,
    }),
    commentRemoved: ({ title, ...why }) => ({
      title: '評論已被移除',
      body: `你對《${title.zh_HK}》的評論不符合評論守則，已被移除，現時只有你可以看到。${formatRejection(why)}你可以在節目詳情修改後再提交。`,
    }),
    paymentReceived: ({ item, amountCents, orderNumber }) => ({
      title: '已收到付款',
      body: `我們已收到你的付款 ${formatHkd(amountCents)}，${received(item)}。${ofOrder(orderNumber)}`,
    }),
    paymentRefunded: ({ item, amountCents, orderNumber }) => ({
      title: '已退款',
      body: `${formatItem(item)}的 ${formatHkd(amountCents)} 已退回你的付款帳戶。${ofOrder(orderNumber)}`,
    }),
    paidTwice: ({ item, amountCents }) => ({
      title: '重複付款',
      body: `我們收到你為${formatItem(item)}重複支付的 ${formatHkd(amountCents)}，現正全數退還，你毋須辦理任何手續。`,
    }),
    refundToClaim: ({ item, amountCents }) => ({
      title: '請領取退款',
      body: `${formatItem(item)}的退款 ${formatHkd(amountCents)} 已備妥。請在「付款及收據」開啟收據，按「領取退款」選擇收款方式。`,
    }),
    trialStarted: ({ plan, credits, amountCents, until }) => ({
      title: '首月免費開始',
      body: `你的${plan.zh_HK}已開始，${formatDay(until).trim()}或以前免費，並附送 ${credits} 點。其後每月 ${formatHkd(amountCents)}，隨時可在帳戶頁取消。`,
    }),
    planStarted: ({ plan, credits, until, renews }) => ({
      title: '通行證已開始',
      body: `你的${plan.zh_HK}有效至${formatDay(until)}${credits > 0 ? `，每月附送 ${credits} 點` : ''}。${renews ? '到期前會自動續期，隨時可在帳戶頁取消。' : '到期後不會自動續期。'}`,
    }),
    renewalNotice: ({ plan, amountCents, day }) => ({
      title: '通行證即將續期',
      body: `我們將於${formatDay(day)}為你的${plan.zh_HK}收取 ${formatHkd(amountCents)}。如不想續期，請在此之前到帳戶頁取消。`,
    }),
    renewalPaid: ({ plan, amountCents, until }) => ({
      title: '通行證已續期',
      body: `已收取 ${formatHkd(amountCents)}，你的${plan.zh_HK}有效至${formatDay(until)}。`,
    }),
    renewalFailed: ({ plan, amountCents, nextTry, until }) => ({
      title: '通行證續期失敗',
      body: `我們未能為你的${plan.zh_HK}收取 ${formatHkd(amountCents)}。${nextTry ? `我們會於${formatDay(nextTry)}再試。` : ''}請檢查付款方式；如仍未成功，通行證將於${formatDay(until)}結束。`,
    }),
    planCancelled: ({ plan, until }) => ({
      title: '通行證不再續期',
      body: `你的${plan.zh_HK}不會再收費，可使用至${formatDay(until)}，餘下的每月點數屆時失效。`,
    }),
    planResumed: ({ plan, until }) => ({
      title: '通行證會繼續續期',
      body: `你的${plan.zh_HK}將於${formatDay(until)}到期前自動續期。`,
    }),
    planEnded: ({ plan, day }) => ({
      title: '通行證已結束',
      body: `你的${plan.zh_HK}已於${formatDay(day)}結束。你可以隨時再次訂閱。`,
    }),
    orderSent: ({ lockerCode, reference, orderNumber, ...goods }) => ({
      title: '訂單已寄出',
      body: `${formatGoods(goods)}已寄出，${lockerCode === undefined ? '將送往你的地址。' : `送達智能櫃 ${lockerCode} 後即可提取。`}${reference === undefined ? '' : `運單編號：${reference}。`}${ofOrder(orderNumber)}`,
    }),
    giftReceived: ({ item, from, message, until }) => ({
      title: from ? `${from} 送你一張禮品卡` : '你收到一張禮品卡',
      body: `${formatWholeGift(item)}。${message ? `「${message}」` : ''}請於${formatDay(until)}或之前兌換。`,
    }),
    goodsInStock: ({ name }) => ({
      title: '貨品現已有貨',
      body: `${name.zh_HK}現已有貨，可在特賣頁訂購。`,
    }),
    filmInCinemas: ({ title, day }) => ({
      title: '電影現已上映',
      body: `《${title.zh_HK}》${formatDay(day)}上映，可在電影院頁查看場次。`,
    }),
    showtimeCancelled: ({ title, day, time }) => ({
      title: '場次已取消',
      body: `${formatDay(day).trim()} ${time} 的《${title.zh_HK}》已取消，所用的戲票已退回你的帳戶，到期日不變；如已到期，可於 30 日內再用。`,
    }),
    announcement: ({ title, body }) => ({ title: title.zh_HK, body: body.zh_HK }),
    compensatedCredits: ({ credits, until }) => ({
      title: '補償點數已加入',
      body: `早前服務受阻，我們已為你加入 ${credits} 點額外點數，請於${formatDay(until)}或之前使用。`,
    }),
    compensatedRentals: ({ rentals }) => ({
      title: '租看時間已延長',
      body: `早前服務受阻，我們已延長你的租看時間：${rentals.map(({ title, day, time }) => `《${title.zh_HK}》至${formatDay(day)} ${time}`).join('；')}。`,
    }),
    creditsLapse: ({ credits, bucket, day, time }) => ({
      title: '點數即將失效',
      body: `${BUCKETS[bucket]} ${credits} 點將於${formatDay(day)} ${time} 後失效，請在此之前用來租看節目。`,
    }),
  },
}
