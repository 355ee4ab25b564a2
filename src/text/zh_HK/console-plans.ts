import type { PLAN_VERSION_STATES } from '#contract/admin/monthly-plans.ts'
import { planOffers } from './plan-offers.ts'

/** Monthly plans, their versions and promotions. */
export const consolePlans = {
  lead: '每次更改都是新版本。現有訂戶保留他們同意的版本及價格，新版本只適用於之後的訂戶。',
  list: '計劃',
  offers: planOffers,
  states: {
    onSale: '發售中',
    planned: '已排期',
    paused: '優惠後恢復',
    past: '已結束',
    withdrawn: '已撤回',
  } satisfies Record<(typeof PLAN_VERSION_STATES)[number], string>,
  promotion: '優惠',
  perMonth: (amount: string) => `${amount}／月`,
  free: '免費',
  versions: (name: string) => `「${name}」的版本`,
  columns: {
    version: '版本',
    price: '價格',
    includes: '內容',
    state: '狀態',
    period: '發售期（香港時間）',
    holders: '保留此版本的訂戶',
    published: '發佈',
  },
  versionNumber: (version: string) => `第 ${version} 版`,
  credits: (count: string) => `每月 ${count} 點`,
  trial: '首月免費',
  noTrial: '沒有免費月',
  from: (time: string) => `${time} 起`,
  until: (time: string) => `至 ${time}`,
  holders: (count: string) => `${count} 位`,
  holding: (trials: string, ending: string) => `免費月 ${trials}，將結束 ${ending}`,
  total: (count: string) => `共 ${count} 位訂戶`,
  publish: '新版本',
  publishOf: (name: string) => `為「${name}」建立新版本`,
  add: '新增計劃',
  withdraw: {
    label: '撤回',
    of: (version: string) => `撤回${version}`,
    title: (version: string) => `撤回${version}？`,
    text: '這個版本不會發售。',
    end: '結束優惠',
    endOf: (version: string) => `結束優惠${version}`,
    endTitle: (version: string) => `即時結束優惠${version}？`,
    endText: '批准後即時恢復原價。已按優惠訂閱的會員保留優惠價。',
    word: '撤回',
    done: '已撤回。',
  },
  form: {
    title: (name: string) => `「${name}」新版本`,
    newTitle: '新增計劃',
    planId: '計劃編號',
    planIdHint: '小楷英文字母、數字及連字號，之後不能更改。',
    offer: '發售途徑',
    chooseOffer: '選擇發售途徑',
    nameZh: '中文名稱',
    nameEn: '英文名稱',
    descriptionZh: '中文說明',
    descriptionEn: '英文說明',
    amount: '每月價格',
    amountHint: '只有公司員工計劃可以免費。',
    credits: '每月點數',
    trial: '新會員首月免費',
    when: '發售時間',
    whens: { now: '即時', later: '排期', promotion: '限時優惠' },
    whenHints: {
      now: '批准後即時發售。',
      later: '到時自動取代現時版本。',
      promotion: '期內代替現時版本，結束後自動恢復原價。期內訂閱的會員保留優惠價。',
    },
    startsAt: '開始（香港時間）',
    startsHint: '留空則批准後即時開始',
    endsAt: '結束（香港時間）',
    changes: '更改',
    same: '與現時版本相同，未有更改。',
    trying: '核對中',
    keeps: (count: string) => `現有 ${count} 位訂戶不受影響，續期價格不變。`,
    second: '須由另一位財務部操作員批准。',
    submit: '提交批准',
    done: '已發佈新版本。',
    first: '計劃的首個版本',
  },
  empty: '未有計劃',
  emptyText: '建立計劃後，會員便可訂閱。',
}

export type ConsolePlansText = typeof consolePlans

declare module '../texts.ts' {
  interface Texts {
    consolePlans: ConsolePlansText
  }
}
