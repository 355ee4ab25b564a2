import mapPin from 'lucide/dist/esm/icons/map-pin.mjs'
import { icon } from '#web/ui/icon.tsx'

export const MapPinIcon = icon(mapPin)
