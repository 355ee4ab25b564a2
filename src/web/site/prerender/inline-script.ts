/** Set on `<html>` by the inline script when the prerendered home must not be used: the client then renders instead of hydrating. */
export const FRESH_ATTRIBUTE = 'data-fresh'

/**
 * Runs before the page is painted, allowed by its CSP hash: hides the prerendered home for a member, in kids mode, for another route than home, and
 * when the stored language is not the page's. Storage may be blocked; then nobody is logged in.
 */
export const INLINE_SCRIPT =
  '(function(d){var k=function(s,n){try{return window[s].getItem(n)}catch(e){return null}},' +
  'h=location.hash.replace(/^#/,""),p=h.split("?")[0].replace(/\\/+$/,""),l=k("localStorage","language");' +
  'if(k("localStorage","token")||k("sessionStorage","kidsmode")||(p!==""&&p!=="/category/list")||' +
  '/[?&](language|token)=/.test(h)||(l&&l!==d.getAttribute("data-language")))d.setAttribute("data-fresh","")' +
  '})(document.documentElement)'
