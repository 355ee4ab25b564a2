import check from 'lucide/dist/esm/icons/check.mjs'
import chevronDown from 'lucide/dist/esm/icons/chevron-down.mjs'
import chevronLeft from 'lucide/dist/esm/icons/chevron-left.mjs'
import chevronRight from 'lucide/dist/esm/icons/chevron-right.mjs'
import film from 'lucide/dist/esm/icons/film.mjs'
import lock from 'lucide/dist/esm/icons/lock.mjs'
import menu from 'lucide/dist/esm/icons/menu.mjs'
import pause from 'lucide/dist/esm/icons/pause.mjs'
import play from 'lucide/dist/esm/icons/play.mjs'
import plus from 'lucide/dist/esm/icons/plus.mjs'
import search from 'lucide/dist/esm/icons/search.mjs'
import smartphone from 'lucide/dist/esm/icons/smartphone.mjs'
import star from 'lucide/dist/esm/icons/star.mjs'
import triangleAlert from 'lucide/dist/esm/icons/triangle-alert.mjs'
import tv from 'lucide/dist/esm/icons/tv.mjs'
import volume2 from 'lucide/dist/esm/icons/volume-2.mjs'
import volumeX from 'lucide/dist/esm/icons/volume-x.mjs'
import wifiOff from 'lucide/dist/esm/icons/wifi-off.mjs'
import x from 'lucide/dist/esm/icons/x.mjs'
import { icon, SOLID } from './icon.tsx'

/** The first page's icons; those of lazy screens are in feature-icons.tsx, so that their bytes load with them. */
export const PlayIcon = icon(play, SOLID)
export const PauseIcon = icon(pause, SOLID)
export const MenuIcon = icon(menu)
export const CloseIcon = icon(x)
export const ChevronRightIcon = icon(chevronRight)
export const ChevronLeftIcon = icon(chevronLeft)
export const ChevronDownIcon = icon(chevronDown)
export const CheckIcon = icon(check)
export const PlusIcon = icon(plus)
export const FilmIcon = icon(film)
export const WarningIcon = icon(triangleAlert)
export const OfflineIcon = icon(wifiOff)
export const SearchIcon = icon(search)
export const StarIcon = icon(star, SOLID)
export const PhoneIcon = icon(smartphone)
export const TvIcon = icon(tv)
export const LockIcon = icon(lock)
export const VolumeIcon = icon(volume2)
export const MutedIcon = icon(volumeX)
