import { TOKEN_FORMS } from '../../src/forms/token-forms.ts';

/** Forms that gitleaks' rules know as well, by their first characters; read on 22 November 2026. */
const GITLEAKS =
  /^(?:A3-|ops_eyJ|p8e-|AGE-SECRET|pat$|LTAI|sk-ant-|AKC|cmVmd|ATATT3|sc_|AKIA|A3T|ABSK|bedrock|[78]Q~|b_$|4b1d|CLOJARS_|v1\.0-|dapi|dnkey-|do[opr]_v1_|dp\.pt|sl\.|duffel_|dt0|EZ[AT]K|EAA|\||FLW|fo1_|fm$|fio-u-|AIza|gh[pousr]_|github_pat_|gl(?:pat|ptt|dt|cbt|ft|soat|imt|agent|rt|ffct|oas)-|GR1348941|glc_|glsa_|eyJ|pat\.|\.atlasv1|HRKU-|hf_|api_org_|ico-|s-s4t2|ZXlK|lin_api_|live_|test_|-us|key-|pubkey-|-$|pk\.|_mmk|NR[A-Z]{2}-|ntn_|npm_|API-|sk-$|sk-proj|sha256~|pplx-|access-|pscale_|PMAK-|pnu_|pul-|pypi-|rdme_|rubygems_|tk-us-|SG\.|xkeysib|sntry|sm_|shippo_|shp|xapp-|xox|sq[pau]_|sgp_|sq0|[sr]k_(?:live|test|prod)_|:A|%3AA|SK|tfp_|hv[sb]\.|t1\.|AQVN|YC|AAAAAAAAAAA)/;
const OURS = /^(?:svc_sk_|whsec_)/;
const MARKS = /^(?:MI|MC|MHc|b3Bl|LS0t|IBA)/;

const source = (prefix: string): string =>
  OURS.test(prefix)
    ? 'this service'
    : MARKS.test(prefix)
      ? 'RFC 7468, RFC 5958, PROTOCOL.key of OpenSSH'
      : GITLEAKS.test(prefix)
        ? 'gitleaks, 2026-11-22'
        : 'known form, 2026-11-22';

/** All forms of tokens as a table: one line for each row and source. */
export function formTable(): string {
  const code = (text: string): string => `\`${text.replaceAll('|', '\\|')}\``;
  const lines = TOKEN_FORMS.flatMap((form) => {
    const { kind, prefixes, before, rest } = form;
    const by = Map.groupBy(prefixes.split(' '), (prefix) => form.source ?? source(prefix));
    return [...by].map(
      ([from, some]) =>
        `| ${kind} | ${some.map(code).join(' ')} | ${before ? code(before.source) : ''} | ${code(rest.source)} | ${from} |`,
    );
  });
  return [
    '| kind | holds | which follows | and is followed by | known from |',
    '| --- | --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

if (process.argv[1] === import.meta.filename) console.log(formTable());
