import * as endpoints from '#contract/admin/health.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

export const health = bindAdmin(endpoints, ({ readHealth, version }) => ({
  find: async () => {
    const lines = await readHealth()
    return { list: lines.map(({ since, ...line }) => ({ ...line, since: since && wireInstant(since) })), version }
  },
}))
