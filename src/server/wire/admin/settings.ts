import * as endpoints from '#contract/admin/settings.ts'
import { operatorActor } from '#server/domains/audit/index.ts'
import { settingSubject } from '#server/domains/settings/index.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

export const settings = bindAdmin(endpoints, ({ settings: domain }) => ({
  find: async () => {
    const list = await domain.list()
    return { list: list.map(({ at, ...setting }) => ({ ...setting, at: at && wireInstant(at) })) }
  },

  save: async ({ requestKey: _key, reason: _reason, version: seen, ...change }, call) => {
    const actor = operatorActor(call.operator.name)
    const { version, before, after } = await domain.save(call.tx, { ...change, seen, actor })
    const details = { version, isDefault: change.value === null }
    await call.record({ subject: settingSubject(change.name), before, after, details })
    return { version }
  },

  history: async ({ name }) => {
    const list = await domain.history(name)
    return { list: list.map(({ at, ...version }) => ({ ...version, at: wireInstant(at) })) }
  },
}))
