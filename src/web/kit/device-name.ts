import { browserName, osName } from './device-capabilities.ts'
import { deviceLabel } from './device-name.rules.ts'

export const deviceName = (): string =>
  deviceLabel(`${browserName(navigator.userAgent)} · ${osName(navigator.userAgent, navigator.maxTouchPoints)}`)
