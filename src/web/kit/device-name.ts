import { browserName, osName } from './device-capabilities.ts'
import { deviceLabel } from './device-name.rules.ts'

/** This device, as people call it: "Chrome · Windows". */
export const deviceName = (): string =>
  deviceLabel(`${browserName(navigator.userAgent)} · ${osName(navigator.userAgent, navigator.maxTouchPoints)}`)
