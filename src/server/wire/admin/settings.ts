import type { Role } from '#contract/admin/endpoint.ts'
import * as endpoints from '#contract/admin/settings.ts'
import { AppError } from '#contract/errors.ts'
import { settingSubject } from '#server/domains/settings/index.ts'
import { operatorRefusal } from '#server/kit/operator-refusal.ts'
import { wireInstant } from '../instants.ts'
import { bindAdmin } from './bind.ts'

export const settings = bindAdmin(endpoints, ({ settings: domain, operators: { people }, smsProviders }) => ({
  find: async (_input, { operator }) => {
    const list = await domain.list()
    return {
      list: list
        .filter(({ name }) => isOf(operator, name))
        .map(({ at, ...setting }) => ({ ...setting, at: at && wireInstant(at) })),
    }
  },

  save: {
    approvalNeed: async (change, { tx, operator }) => {
      requireOwn(operator, change.name)
      if (!(await domain.raisesLimit(tx, change)) || !(await people.needsApproval(tx, operator, {}))) return undefined
      return { name: change.name, ...change.value }
    },
    handler: async ({ requestKey: _key, reason: _reason, version: seen, ...change }, call) => {
      requireOwn(call.operator, change.name)
      if (change.name === 'sms') requireReady(change.value, smsProviders)
      const { version, before, after } = await domain.save(call.tx, { ...change, seen, actor: call.operator.actor })
      const details = { version, isDefault: change.value === null }
      await call.record({ subject: settingSubject(change.name), before, after, details })
      return { version }
    },
  },

  history: async ({ name }, { operator }) => {
    requireOwn(operator, name)
    const list = await domain.history(name)
    return { list: list.map(({ at, ...version }) => ({ ...version, at: wireInstant(at) })) }
  },
}))

type Holder = { readonly roles: readonly Role[] }

const isOf = ({ roles }: Holder, name: endpoints.SettingName): boolean => roles.includes(endpoints.SETTING_ROLES[name])

/** @throws NOT_ALLOWED */
function requireOwn(operator: Holder, name: endpoints.SettingName): void {
  if (!isOf(operator, name)) throw new AppError('NOT_ALLOWED')
}

/** @throws INVALID_INPUT for a provider whose settings the environment lacks */
function requireReady(value: { readonly provider: string } | null, ready: readonly string[]): void {
  if (value && value.provider !== '' && !ready.includes(value.provider))
    throw operatorRefusal({ is: 'smsProviderNotReady' })
}
