import { BETTERLEAKS, inside, KINGFISHER, mixed, rows, UUID, type TokenForm } from './form.ts';

/** Keys of models and of what works with them. */
export const AI_FORMS: readonly TokenForm[] = [
  ...rows('ai-key', {
    tgp_v1_: /[\w-]{40,}/,
    wandb_v1_: /\w{40,}/,
    'sk-helicone- sk-ws-01- sk-litellm- sk_car_': /[\w-]{20,}/,
    pcsk_: /[A-Za-z0-9]{4,8}_[A-Za-z0-9]{40,}/,
    jina_: /[a-f0-9]{32}[\w-]{20,}/,
    'fc-': /[a-f0-9]{32}(?![a-f0-9])/,
    'llx-': /[A-Za-z0-9]{40,}/,
    e2b_: /[a-f0-9]{36,}/,
    bb_live_: /[\w-]{20,}/,
    rpa_: /[A-Z0-9]{36,}/,
    'aph0_ esecret_': /[A-Za-z0-9_]{20,}/,
    'm0-': /[A-Za-z0-9]{36,}/,
    apify_api_: /[A-Za-z0-9]{30,}/,
    'AQ.Ab': /[\w-]{40,}/,
    hl_sk_: /[a-f0-9]{40,}/,
  }),
  ...rows(
    'ai-key',
    {
      BSA: new RegExp(`(?=[\\w-]{0,23}\\d)(?=[\\w-]{0,23}[a-z])[\\w-]{24,40}(?![\\w-])`),
      apk_user_: /[A-Za-z0-9+/]{100,}={0,2}/,
      apk_: /[A-Za-z0-9+/]{80,}={0,2}/,
      cog_: /[a-z2-7]{50,}/,
      'sk-api-': /[\w-]{40,}/,
      'sk-': /(?=[\w-]{0,40}\d)(?=[\w-]{0,40}[A-Z])[\w-]{40,}/,
      'xai- pplx-': /[\w-]{48,}/,
    },
    BETTERLEAKS,
  ),
  // Z.ai and Ollama: an id in hex, a dot, the secret
  inside(
    'ai-key',
    [/[a-f0-9]{32}/, '.', new RegExp(`${mixed('[A-Za-z0-9_-]', 16)}|${mixed('[A-Za-z0-9_-]', 24)}`)],
    BETTERLEAKS,
  ),
  // Fal: an id and a key in hex
  inside('ai-key', [new RegExp(UUID), ':', /[a-f0-9]{32}(?![a-f0-9])/]),
  ...rows('ai-key', {
    'pylf_v1_us_ pylf_v1_eu_ pylf_v1_': /[A-Za-z0-9]{40,}/,
    flp_: /[A-Za-z0-9]{40,}/,
    'pa- al- nk-': new RegExp(mixed('[\\w-]', 43)),
    'ak- as-': new RegExp(mixed('[A-Za-z0-9]', 22)),
    ak_: new RegExp(mixed('[\\w-]', 20)),
    dtn_: /[a-f0-9]{60,}/,
    'sk-let-': /[A-Za-z0-9=_-]{40,}/,
    'ydc-sk-': /[\w-]{30,}/,
    pl_: /[a-f0-9]{32}(?![a-f0-9])/,
    'VF.DM. VF.WS. VF.': /[a-f0-9]{20,}\.[A-Za-z0-9]{10,}/,
    'lip_ lio_': /[A-Za-z0-9]{16,}/,
    pyx_: /[\w-]{30,}/,
    salad_cloud_: /[\w-]{20,}/,
  }),
  ...rows('ai-key', { 'sk-hc-v1-': /[a-f0-9]{60,}/ }, BETTERLEAKS),
  ...rows(
    'ai-key',
    {
      bb_test_: /[\w-]{20,}/,
      'cr-': /[a-f0-9]{58}(?![\w-])/,
      ck_: new RegExp(mixed('[\\w-]', 20)),
      key_: /(?=[a-z0-9]{0,63}\d)[a-z0-9]{64}(?!\w)/,
    },
    KINGFISHER,
  ),
  ...rows('ai-key', {
    bu_: new RegExp(mixed('[\\w-]', 43)),
    ls__: /[a-f0-9]{32}(?![a-f0-9])/,
    'scp-live- scp-test-': /[a-f0-9]{32}(?![a-f0-9])/,
  }),
];
