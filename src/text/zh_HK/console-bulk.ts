import type { SkipReason } from '#contract/admin/bulk.ts'

/** Changes of many titles at once. Counts are formatted. */
export const consoleBulk = {
  selectFound: (count: string) => `選取全部 ${count} 套`,
  atMost: (count: string) => `一次最多更改 ${count} 套，請先篩選。`,
  change: '更改…',
  title: (count: string) => `批量更改：${count} 套`,
  field: '更改項目',
  fields: {
    genres: '類型',
    tags: '標籤',
    vodTypes: '觀看方式',
    credits: '租看點數',
    kids: '兒童模式',
    window: '供應期的結束',
    withdraw: '下架',
    bringBack: '重新上架',
  },
  add: '加入',
  remove: '移除',
  addTag: '加入標籤',
  removeTag: '移除標籤',
  addedTags: '會加入的標籤',
  removedTags: '會移除的標籤',
  kidsChoices: { on: '可在兒童模式觀看', off: '不可在兒童模式觀看' },
  kidsHint: '第 III 級節目會略過。',
  region: '地區',
  end: '結束（香港時間）',
  endHint: '更改每套節目在該地區的最後一段供應期；沒有供應期的會略過。',
  noEnd: '不設期限',
  withdrawText: '觀眾不再看到這些節目，期內的租看會退回點數。',
  bringBackText: '節目會以下架前的內容再次顯示。已退回的租看不會恢復。',
  incomplete: {
    genres: '請選擇要加入或移除的類型。',
    tags: '請選擇要加入或移除的標籤。',
    vodTypes: '請選擇要加入或移除的觀看方式。',
    credits: '請填寫租看點數。',
    window: '請填寫結束時間，或選擇不設期限。',
  },
  preview: '預覽',
  back: '返回',
  previewTitle: '確認更改',
  does: {
    add: (field: string, values: string) => `${field}：加入${values}`,
    remove: (field: string, values: string) => `${field}：移除${values}`,
    credits: (credits: string) => `租看點數改為 ${credits} 點`,
    end: (region: string, time: string) => `${region}供應期改為於 ${time} 結束`,
    noEnd: (region: string) => `${region}供應期改為不設期限`,
  },
  found: '找到',
  would: '會更改',
  skips: '略過',
  items: (count: string) => `${count} 套`,
  rentals: (count: string) => (count === '0' ? '沒有進行中的租看。' : `${count} 宗租看仍在期內，會退回點數。`),
  nothing: '沒有節目會更改。請返回更改選擇。',
  skipped: '略過的節目',
  skippedBy: (reason: string, count: string) => `${reason}（${count}）`,
  reasons: {
    SAME: '毋須更改',
    CHANGED: '其後已被更改',
    NEVER_PUBLISHED: '未曾發佈',
    REFUSED: '不符合發佈要求',
  } satisfies Record<SkipReason, string>,
  firstOnly: (shown: string, count: string) => `列出 ${count} 套中的首 ${shown} 套。`,
  needsSecond: (count: string) => `24 小時內合共更改超過 ${count} 套的收費，須由財務部另一人批准。`,
  confirm: {
    change: (count: string) => `更改 ${count} 套`,
    withdraw: (count: string) => `下架 ${count} 套`,
    bringBack: (count: string) => `重新上架 ${count} 套`,
  },
  sentTitle: '待批准',
  sentText: '已提交。須由財務部另一人在 72 小時內批准，節目才會更改。',
  running: '正在更改',
  undoing: '正在復原',
  processed: (done: string, total: string) => `已處理 ${done} 套，共 ${total} 套`,
  goesOn: '關閉此視窗後仍會繼續。',
  done: (count: string) => `已更改 ${count} 套`,
  undone: (count: string) => `已復原 ${count} 套`,
  withSkipped: (done: string, skipped: string) => `${done}，略過 ${skipped} 套`,
  undo: '復原',
  undoHint: '復原時會略過其後再有更改的節目。',
  isUndone: '此更改已復原。',
  undoStarted: '正在復原。',
}

export type ConsoleBulkText = typeof consoleBulk

declare module '../texts.ts' {
  interface Texts {
    consoleBulk: ConsoleBulkText
  }
}
