import {
  BETTERLEAKS,
  KINGFISHER,
  KNOWN,
  LISTED,
  mixed,
  rows,
  TRUFFLEHOG,
  UUID,
  type TokenForm,
} from './form.ts';

/** Keys of payments, shops and wallets. */
export const MONEY_FORMS: readonly TokenForm[] = [
  ...rows('payment-key', {
    'pdl_live_apikey_ pdl_sdbx_apikey_': /[a-z0-9]{26}_\w{20,}/,
    'polar_oat_ polar_pat_ polar_cs_ polar_whs_': /[A-Za-z0-9]{30,}/,
    'xnd_production_ xnd_development_': /[A-Za-z0-9]{30,}/,
    'Mid-server- SB-Mid-server-': /[\w-]{20,}/,
    'APP_USR- TEST-': /\d{10,20}-\d{4,8}-[a-f0-9]{32}(?:-\d{4,12})?/,
    'skey_test_ skey_live_ skey_': /[a-z0-9]{19,}/,
    sk_sbox_: /[a-z0-9]{24,}/,
    A21AA: /[\w-]{60,}/,
    AQE: /[a-z]hm[A-Za-z0-9+/=-]{60,}/,
    'ck_ cs_': /[a-f0-9]{40}(?![a-f0-9])/,
  }),
  ...rows('wallet-key', {
    nsec1: /[a-z0-9]{58}(?![a-z0-9])/,
    'xprv9s21 zprvAWgY yprvABrG tprv8ZgxM': /[A-Za-z0-9]{90,}/,
  }),
  ...rows(
    'payment-key',
    {
      sandbox_: /[\w=-]{40}(?![\w=-])/,
      'test_ live_': /[A-Za-z0-9]{30}(?![A-Za-z0-9])/,
      'live_ test_':
        /(?=[A-Za-z0-9]{0,26}\d)(?:[A-Za-z0-9]{25}|[A-Za-z0-9]{27}|[A-Za-z0-9]{32}|[A-Za-z0-9]{35})(?![\w-])/,
      live_: /\d{5,12}_[A-Za-z0-9]{28,}/,
      'sk_ sk_test_ sk_live_': new RegExp(UUID),
      bxt_: /[A-Za-z0-9]{34,}/,
      ramp_sec_: /[A-Za-z0-9]{30,}/,
      'shpct_ shprt_ shpit_ shppt_': /[a-zA-Z0-9]{24,}/,
      'secret-token:': /[\w.~%+/=-]{16,}/,
      tss_: /[A-Za-z0-9]{24,}/,
      'pk_prod_ dk_prod_ pk_test_ dk_test_': /[A-Z0-9]{28}(?![\w-])/,
      'prj_live_sk_ prj_test_sk_': /[a-f0-9]{36,}/,
      'api_live. api_sandbox. api_live_us. api_live_ca. api_sandbox_us. api_sandbox_ca.':
        /[\w-]{11}\.[\w-]{32}/,
      'persona_sandbox_ persona_production_': /[0-9a-f-]{30,}/,
    },
    KNOWN,
  ),
  ...rows(
    'payment-key',
    {
      '$aact_prod_ $aact_hmlg_ $aact_': /[\w=-]{20,}/,
      'apikey_ sbx_apikey_': /[a-f0-9]{60,}/,
      prf_: new RegExp(`(?:cli_)?(?:test_)?${mixed('[\\w-]', 36)}`),
    },
    BETTERLEAKS,
  ),
  ...rows(
    'payment-key',
    {
      'skapi_cert_ skapi_prod_': /[A-Za-z0-9]{30,}/,
      'sk_development_ ck_development_ ck_staging_ ck_production_': /[A-Za-z0-9]{24,}/,
      mint_: /(?=[A-Za-z0-9]{0,43}\d)(?=[A-Za-z0-9]{0,43}[A-Z])[A-Za-z0-9]{24,44}(?![\w-])/,
      mint_dsc_: /[A-Za-z0-9]{24,}/,
    },
    KINGFISHER,
  ),
  ...rows('payment-key', { 'flb_live_ flb_test_': /[A-Za-z0-9]{18,}/ }, TRUFFLEHOG),
  ...rows(
    'payment-key',
    {
      'cfsk_ma_prod_ cfsk_ma_test_': /[a-f0-9]{30,}_[a-f0-9]{6,}/,
      sk_: /(?=[a-z0-9]{0,25}\d)[a-z0-9]{26}[a-z0-9*#$=](?![\w-])/,
      polar_: /[a-z]{2,4}_(?:[uo]_)?[A-Za-z0-9]{30,}/,
      shpk: /[A-Za-z0-9]{60,}/,
    },
    LISTED,
  ),
  ...rows('payment-key', {
    'ak_live_ ak_test_': /[A-Za-z0-9]{28,}/,
    sk_: /(?:test_)?\d{1,2}x\d_[0-9a-fA-F]{60,}/,
    shltm_: /[\w-]{36,}/,
  }),
];
