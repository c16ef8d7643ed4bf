/**
 * Credentials that are known by their form, wherever they stand. Patterns take the whole run of the token's alphabet,
 * so that a longer form than the documented one leaves no tail; least lengths are a little below the documented ones.
 * None backtracks more than a bounded number of steps. More specific ones come first.
 */
export const TOKENS: { kind: string; pattern: RegExp }[] = [
  { kind: 'service-key', pattern: /svc_sk_(?:live|test)_[0-9A-Za-z]{20,}/ },
  {
    kind: 'github-token',
    pattern:
      /gh[pousr]_[A-Za-z0-9_]{30,}|github_pat_[A-Za-z0-9_]{36,}|ghs_\d{1,20}_[\w-]{20,}(?:\.[\w-]+){0,2}/,
  },
  {
    kind: 'gitlab-token',
    pattern:
      /gl(?:pat|ptt|dt|cbt|ft|soat|imt|agent|rt|rtr|ffct|oas)-[\w-]{16,}(?:\.[\w-]{2,40}){0,3}|GR1348941[\w-]{16,}/,
  },
  // the documented example ids end in EXAMPLE
  {
    kind: 'aws-access-key',
    pattern:
      /(?:A3T[A-Z0-9]|AKIA|ASIA|ABIA|ACCA)(?![A-Z0-9]{9}EXAMPLE(?![A-Z0-9]))[A-Z0-9]{16,}|ABSK[A-Za-z0-9+/]{80,}={0,2}|bedrock-api-key-[\w+/=-]{20,}/,
  },
  { kind: 'aws-session-token', pattern: /(?:FwoGZXIvYXdz|FQoGZXIvYXdz|IQoJb3JpZ2lu)[\w+/=%-]{40,}/ },
  {
    kind: 'amazon-token',
    pattern:
      /amzn\.mws\.[0-9a-f-]{30,}|amzn1\.(?:oa2-cs\.v1|application-oa2-client)\.[0-9a-f]{30,}|Atz[ar]\|[\w+/=-]{30,}/,
  },
  { kind: 'google-api-key', pattern: /AIza[\w-]{33,}/ },
  { kind: 'google-oauth', pattern: /ya29\.[\w.-]{20,}|GOCSPX-[\w-]{20,}|1\/\/0[\w-]{30,}|4\/0A[\w-]{30,}/ },
  { kind: 'azure-client-secret', pattern: /[\w~.]{3}[78]Q~[\w~.-]{31,}/ },
  { kind: 'slack-token', pattern: /xox[a-z](?:\.xox[a-z])?-[\w-]{10,}|xapp-\d-[\w-]{16,}|xwfp-[\w-]{20,}/ },
  { kind: 'stripe-key', pattern: /(?:sk|rk)_(?:live|test|prod)_[A-Za-z0-9]{10,}/ },
  { kind: 'webhook-secret', pattern: /whsec_[A-Za-z0-9+/=_-]{16,}/ },
  { kind: 'anthropic-key', pattern: /sk-ant-[\w-]{20,}/ },
  {
    kind: 'openai-key',
    pattern: /sk-(?:proj|svcacct|admin|None|service)-[\w-]{20,}|sk-[A-Za-z0-9]{32,}|sess-[A-Za-z0-9]{40}/,
  },
  {
    kind: 'ai-key',
    pattern:
      /sk-(?:or-v1|lf|cp)-[\w-]{20,}|pplx-[A-Za-z0-9]{32,}|gsk_[A-Za-z0-9]{32,}|xai-[A-Za-z0-9]{40,}|r8_[A-Za-z0-9]{30,}|nvapi-[\w-]{40,}|csk-[a-z0-9]{40,}|tvly-[\w-]{20,}|lsv2_(?:pt|sk)_[\w]{30,}|fw_[A-Za-z0-9]{20,}|sk_[a-f0-9]{48}|co_[A-Za-z0-9]{40}/,
  },
  { kind: 'huggingface-token', pattern: /hf_[A-Za-z0-9]{30,}|api_org_[A-Za-z0-9]{30,}/ },
  { kind: 'npm-token', pattern: /npm_[A-Za-z0-9]{30,}|NpmToken\.[0-9a-f-]{30,}/ },
  { kind: 'pypi-token', pattern: /pypi-AgE[\w-]{40,}/ },
  {
    kind: 'package-token',
    pattern:
      /rubygems_[a-f0-9]{40,}|CLOJARS_[a-zA-Z0-9]{50,}|oy2[a-z0-9]{43}|cio[A-Za-z0-9]{32}(?![A-Za-z0-9])/,
  },
  {
    kind: 'artifactory-key',
    pattern: /AKC[a-zA-Z0-9]{20,}|AP(?=[0-9A-F]{0,3}\d)[0-9A-F][A-Za-z0-9]{30,}|cmVmd[A-Za-z0-9]{50,}/,
  },
  { kind: 'twilio-key', pattern: /(?:SK|AC)[0-9a-fA-F]{32}(?![0-9a-fA-F])/ },
  { kind: 'sendgrid-key', pattern: /SG\.[\w=-]{16,64}\.[\w.=-]{16,}|SG\.[\w.=-]{60,}/ },
  {
    kind: 'mail-key',
    pattern:
      /(?:pub)?key-[0-9a-f]{32}|[0-9a-f]{32}-us\d{1,2}|[0-9a-h]{32}-[0-9a-h]{8}-[0-9a-h]{8}(?![\w-])|xkeysib-[\w-]{40,}|xsmtpsib-[\w-]{40,}/,
  },
  { kind: 'telegram-token', pattern: /\d{5,16}:A[\w-]{32,}/ },
  { kind: 'discord-token', pattern: /[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,}|mfa\.[\w-]{80,}/ },
  { kind: 'digitalocean-token', pattern: /do[opr]_v1_[a-fA-F0-9]{40,}/ },
  { kind: 'heroku-key', pattern: /HRKU-[\w-]{30,}/ },
  { kind: 'cloudflare-token', pattern: /cf(?:k|ut|at)_[A-Za-z0-9]{32,}|v1\.0-[a-f0-9]{24}-[a-f0-9]{100,}/ },
  { kind: 'shopify-token', pattern: /shp(?:at|ca|pa|ss|tka|ua)_[a-zA-Z0-9]{24,}/ },
  { kind: 'linear-key', pattern: /lin_(?:api|oauth|wh)_[A-Za-z0-9]{30,}/ },
  { kind: 'figma-token', pattern: /fig(?:d|o|u|ur|oh|dr|or|do|dh|oa)_[\w-]{30,}/ },
  { kind: 'databricks-token', pattern: /dapi[a-f0-9]{30,}(?:-\d)?/ },
  { kind: 'grafana-token', pattern: /gl(?:c|sa)_[\w+/-]{28,}={0,3}|eyJrIjoi[A-Za-z0-9+/_-]{40,}={0,3}/ },
  { kind: 'vault-token', pattern: /hv[sbr]\.[\w-]{20,}/ },
  { kind: 'terraform-token', pattern: /[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{40,}/ },
  { kind: 'docker-token', pattern: /dckr_(?:pat|oat)_[\w-]{20,}/ },
  { kind: 'supabase-key', pattern: /sbp_[a-f0-9]{36,}|sb_secret_[\w-]{20,}/ },
  { kind: 'firebase-key', pattern: /AAAA[\w-]{7}:[\w-]{100,}/ },
  { kind: 'sentry-token', pattern: /sntr(?:ys|yu|ya)_[\w+/=-]{40,}/ },
  { kind: 'age-key', pattern: /AGE-(?:SECRET-KEY|PLUGIN-[A-Z0-9]{1,40})-1[A-Z0-9]{50,}/ },
  {
    kind: '1password-token',
    pattern:
      /ops_eyJ[A-Za-z0-9+/_=-]{100,}|A3-[A-Z0-9]{6}-(?:[A-Z0-9]{11}|[A-Z0-9]{6}-[A-Z0-9]{5})(?:-[A-Z0-9]{5}){3}/,
  },
  { kind: 'alibaba-key', pattern: /LTAI[A-Za-z0-9]{12,}/ },
  { kind: 'atlassian-token', pattern: /AT[AC]TT3[\w=-]{60,}|ATBB[A-Za-z0-9]{24,}/ },
  { kind: 'asana-token', pattern: /[012]\/\d{16}(?:\/\d{16})?:[a-f0-9]{32}/ },
  { kind: 'airtable-token', pattern: /pat[A-Za-z0-9]{14}\.[a-f0-9]{60,}/ },
  { kind: 'doppler-token', pattern: /dp\.(?:pt|st|ct|sa|scim|audit)\.[\w.-]{30,}/ },
  { kind: 'dropbox-token', pattern: /sl\.(?:u\.)?[\w=-]{60,}/ },
  { kind: 'dynatrace-token', pattern: /dt0[a-z]\d\d\.[A-Za-z0-9]{20,40}\.[A-Za-z0-9]{50,}/ },
  { kind: 'facebook-token', pattern: /EAA[A-Z][A-Za-z0-9]{80,}|\d{15,16}(?:\||%7C)[\w-]{27,}/ },
  { kind: 'square-token', pattern: /EAAA[\w-]{50,}|sq0(?:atp|csp|idp)-[\w-]{22,}/ },
  {
    kind: 'shipping-key',
    pattern: /EZ[AT]K[A-Za-z0-9]{50,}|shippo_(?:live|test)_[a-fA-F0-9]{36,}|duffel_(?:test|live)_[\w=-]{40,}/,
  },
  {
    kind: 'payment-key',
    pattern:
      /FLW(?:SECK|PUBK)(?:_TEST)?-[\w-]{12,}|rzp_(?:live|test)_[A-Za-z0-9]{14,}|access_token\$(?:production|sandbox)\$[a-z0-9]{16}\$[a-f0-9]{32}|live_[a-zA-Z0-9_=-]{40}(?![\w=-])|(?:live|test)_(?:pub_)?[a-f0-9]{31,}/,
  },
  {
    kind: 'plaid-token',
    pattern: /(?:access|public)-(?:sandbox|development|production)-[0-9a-f]{8}-[0-9a-f-]{27}/,
  },
  { kind: 'planetscale-token', pattern: /pscale_(?:tkn|oauth|pw)_[\w=.-]{30,}/ },
  {
    kind: 'hosting-token',
    pattern:
      /nf[pcou]_[A-Za-z0-9]{36,}|vc[apkirt]_[\w-]{24,}|tk-us-[\w-]{40,}|fo1_[\w-]{40,}|fm\d[ar]?_[A-Za-z0-9+/_-]{80,}={0,3}|rnd_[A-Za-z0-9]{28,}|tskey-[\w-]{16,}|dnkey-[\w=-]{26}-[\w=-]{40,}/,
  },
  {
    kind: 'ci-token',
    pattern:
      /CCIP(?:AT|RJ)_[\w-]{30,}|bk[pu]a_[a-z0-9]{36,}|(?:pat|sat)\.[\w-]{22}\.[A-Za-z0-9]{24}\.[A-Za-z0-9]{20}|API-[A-Z0-9]{25,}|pul-[a-f0-9]{36,}|pn[ub]_[A-Za-z0-9]{34,}|ico-[A-Za-z0-9]{30,}|sq[pau]_[a-f0-9]{36,}|sgp_(?:[a-fA-F0-9]{16}_|local_)?[a-fA-F0-9]{36,}|slk_[a-f0-9]{60,}|(?:api|sdk|mob)-[0-9a-f]{8}-[0-9a-f-]{27}/,
  },
  {
    kind: 'saas-key',
    pattern:
      /NR(?:AK|JS|II|IQ|RA|BR|AL|SP)-[A-Za-z0-9-]{18,}|PM(?:AK|AT)-[a-fA-F0-9]{24}-[a-fA-F0-9]{30,}|PMAT-[A-Z0-9]{24,}|rdme_[a-z0-9]{60,}|tfp_[\w.=-]{40,}|fio-u-[\w=-]{50,}|ntn_[A-Za-z0-9]{40,}|secret_[A-Za-z0-9]{43}|CFPAT-[\w-]{40,}|pat-(?:na|eu)\d-[0-9a-f-]{36}|[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk|sm_[aps]at_[A-Za-z0-9]{16,}|s-s4t2(?:ud|af)-[a-fA-F0-9]{60,}|p8e-[a-zA-Z0-9]{30,}|[pst]k\.eyJ[\w.-]{50,}|[pst]k\.[a-zA-Z0-9]{60}\.[a-zA-Z0-9]{22}|(?:sc|ext|scauth|authress)_[a-zA-Z0-9]{5,30}\.[a-zA-Z0-9]{4,6}\.acc[_-][a-zA-Z0-9-]{10,32}\.[\w+/=-]{30,}|4b1d[A-Za-z0-9]{38}(?![A-Za-z0-9])|phx_[A-Za-z0-9]{40,}|key_[a-f0-9]{30,}|aio_[A-Za-z0-9]{28}|[a-f0-9]{10}msh[a-z0-9]{15,40}jsn[a-z0-9]{12,}/,
  },
  { kind: 'openshift-token', pattern: /sha256~[\w-]{40,}/ },
  {
    kind: 'yandex-key',
    pattern: /AQVN[\w-]{35,}|YC[A-Z][\w-]{37,}|t1\.[\w-]{20,400}={0,2}\.[\w-]{86}={0,2}/,
  },
  // 2 dots when signed, 4 when encrypted, none when cut off; the first form may not start inside a run, so that a run is read once
  {
    kind: 'jwt',
    pattern:
      /(?<![\w-]{2})(?<!-)eyJ[\w-]{10,}={0,2}(?:\.[\w/+-]*={0,2}){2,4}|eyJ(?:hbGciOi|0eXAiOi|raWQiOi|lbmMiOi)[\w+/.=-]{12,}|ZXlK[A-Za-z0-9+/_-]{60,}={0,2}/,
  },
];
