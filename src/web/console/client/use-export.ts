import type { AdminEndpoint } from '#contract/admin/endpoint.ts'
import { formatNumber } from '#web/kit/format.ts'
import { useCallContext } from '#web/kit/call-context.ts'
import { showToast } from '#web/kit/toast-store.ts'
import { useAction } from '#web/kit/use-submit.ts'
import { useAdminClient } from './admin-client.ts'
import { saveFile } from './save-file.ts'

interface ExportText {
  exported: (rows: string) => string
  fileName: string
}

/** Saves the rows of a list's filter as a file: all of them, whatever of the list has loaded. */
export function useExport(endpoint: Pick<AdminEndpoint, 'path'>, text: ExportText) {
  const client = useAdminClient()
  const { language } = useCallContext()
  const { run, pending } = useAction(async (query: object) => {
    const file = await client.download(endpoint, query)
    if (file.result === 'FAILED') return showToast({ text: file.message })
    saveFile(file.csv, text.fileName)
    showToast({ text: text.exported(formatNumber(file.rows, language)) })
  })
  return { save: run, pending }
}
