/**
 * Kinds of keys without a form of their own, as TruffleHog's list of detectors has them (read on 22 November 2026): the name
 * of the provider, and what its keys are made of.
 */
export const TRUFFLEHOG_KEYS =
  'pandascore:url.51 chatfuel:b62.128 paymoapp:b62.44 cryptocompare:b36.64 snipcart:url.75 text2data:uuid besttime:url.36 dronahq:b36.50 scrapingbee:up.80 fxmarket:url.20 virustotal:hex64 ' +
  'uplead:b36.32 imagekit:url.36 thinkific:hex32 enigma:b62.40 pdfshift:hex32 salesflare:url.45 bulbul:b36.32 nethunt:b36.36 autodesk:b62.32 apideck:b62.40 helpscout:b62.56 baseapi:uuid ' +
  'pastebin:b62.32 juro:b62.40 borgbase:url.150 marketstack:b36.32 exchangerates:b36.32 gengo:url.64 pushbullet:url.34 jotform:b36.32 proxycrawl:url.22 coinlib:b36.16 restpack:b62.48 ' +
  'loyverse:b36.32 purestake:b62.40 financialmodelingprep:b62.32 capsulecrm:url.64 roninapp:b62.26 metrilo:b36.16 freshworks:b62.22 simplynoted:url.350 kylas:uuid commodities:b62.60 ' +
  'onedesk:b62.30 nasdaq:url.20 thousandeyes:b62.32 weatherstack:b36.32 getgeoapi:b36.40 moonclerk:b36.32 fmfw:url.32 blablabus:b62.22 toggl:b36.32 scrapfly:b36.32 shodan:b62.32 meistertask:b62.43 ' +
  'workstack:b62.60 nexmo:url.16 roaring:url.28 enablex:b62.36 coinlayer:b36.32 appsynergy:b36.64 ipify:url.32 convertkit:url.22 zerobounce:b36.32 lokalise:b36.40 dailyco:hex64 diffbot:b36.32 ' +
  'integromat:uuid verifier:b36.96 geocodify:b36.40 vatlayer:b36.32 sigopt:up.48 dandelion:b36.32 airbrake:b62.32 macaddress:url.32 userstack:b36.32 helpcrunch:b64.328 skrappio:b62.42 ' +
  'autopilot:hex32 foursquare:up.48 mailboxlayer:b36.32 planyo:b36.62 aylien:b36.32 smooch:url.86 teamgate:b62.80 bitcoinaverage:b62.43 etsy:b62.24 nftport:uuid beebole:b36.40 mindmeister:b62.43 ' +
  'simplesat:b36.40 vultr:up.36 nimble:b62.30 iconfinder:b62.64 artsy:b62.32 paralleldots:b62.43 pivotal:b36.32 mediastack:b36.32 imagga:b62.72 guru:uuid shortcut:uuid flightapi:b36.24 ' +
  'worksnaps:b62.40 newsapi:b36.32 scrapeowl:b36.30 groovehq:b62.64 satismeter:b62.24 webex:url.64 aletheiaapi:up.32 clustdoc:b62.60 signaturit:b62.86 prospectcrm:b36.32 rownd:b36.48 ' +
  'caflou:b62.155 graphhopper:uuid kontent:uuid smartsheets:b62.37 currentsapi:b62.48 tradier:b62.28 webscraper:b62.60 owlbot:b36.40 fastforex:b36.28 accuweather:b62.35 graphcms:b36.25 ' +
  'webflow:b62.64 carboninterface:b62.21 exchangerateapi:b36.24 flowflu:b62.51 taxjar:b36.32 planview:hex128 versioneye:b62.40 linenotify:b62.43 aviationstack:b36.32 textmagic:b62.30 auth0:url.50 ' +
  'impala:url.46 mapquest:b62.32 clickhelp:b62.24 uploadcare:b36.20 peopledatalabs:b36.64 storyblok:b62.24 ethplorer:url.22 glassnode:b62.27 insightly:uuid opengraphr:b62.80 surveybot:b62.80 ' +
  'neutrinoapi:b62.48 selectpdf:uuid karmacrm:b62.20 onwater:url.20 cloudimage:b36.30 abstract:b36.32 gocanvas:b64.43 screenshotlayer:url.32 paymongo:url.32 klipfolio:hex40 worldweather:b36.31 ' +
  'wepay:b62.62 currencyscoop:b36.32 upwave:b36.32 geckoboard:b62.44 eagleeyenetworks:b62.15 bannerbear:b62.24 copper:b36.32 appfollow:b62.20 saucelabs:uuid refiner:uuid kickbox:b62.64 crowdin:b62.80 ' +
  'tiingo:b36.40 trudotid:uuid mite:b36.16 eightxeight:b62.43 feedier:b62.32 iexcloud:b36.35 sportsmonk:b62.60 ipinfodb:b36.64 keenio:up.64 html2pdf:b62.64 clockify:b62.48 scraperbox:up.32 ' +
  'newscatcher:url.43 api2cart:hex32 maxmind:b62.16 luno:url.43 elasticemail:url.96 veriphone:up.32 appcues:uuid gyazo:url.43 stockdata:b62.40 allsports:b36.64 todoist:b36.40 twelvedata:b36.32 ' +
  'metaapi:hex64 simvoly:b36.33 bugherd:b36.22 pipedrive:b62.40 loginradius:uuid stytch:url.47 customerio:b62.20 calorieninja:b62.40 cicero:b36.40 travelpayouts:b36.32 happyscribe:b62.24 ' +
  'getemails:b36.26 alconost:b36.32 weatherbit:b36.32 audd:b36.32 apimatic:b62.24 baremetrics:url.25 unsplash:url.43 strava:b36.40 rawg:b36.32 magnetic:uuid pixabay:b36.34 sentiment:b62.20 ' +
  'linkpreview:b62.32 alienvault:b36.64 happi:b62.56 cliengo:uuid dynalist:url.128 apacta:uuid adobeio:b36.32 abbysale:b62.40 optimizely:url.54 deputy:b36.32 opencagedata:b36.32 visualcrossing:up.25 ' +
  'freshdesk:b62.20 blogger:url.39 caspio:b36.50 currencycloud:b36.64 oanda:b62.24 aeroworkflow:b62.20 supernotes:url.43 edamam:b36.32 apollo:b62.22 tly:b62.60 geocode:b36.28 siteleaf:b36.32 ' +
  'stitchdata:b36.35 mandrill:url.22 route4me:up.32 customerguru:b62.50 blitapp:url.39 prospectio:url.50 airship:b62.91 cloze:hex32 bitfinex:url.43 meaningcloud:b36.32 zenscrape:uuid delighted:b62.32 ' +
  'coinapi:uuid bitmex:url.48 clinchpad:b36.32 ritekit:hex44 pipedream:b36.32 mavenlink:b36.64 passbase:b62.128 humanity:b36.40 ticketmaster:b62.32 lexigram:url.301 timezoneapi:b62.20 zonka:b62.36 ' +
  'smartystreets:b62.20 liveagent:b62.32 dyspatch:up.52 hellosign:b64.64 noticeable:b62.20 vyte:b36.50 autoklose:b62.32 rebrandly:b62.32 whoxy:b36.33 clockworksms:b62.24 nutritionix:b36.32 trello:b62.32 ' +
  'leadfeeder:url.43 madkudu:hex32 postageapp:b62.32 ringcentral:url.22 ipquality:b36.32 fixer:b62.32 openuv:b36.32 float:url.60 unplugg:b36.64 zipapi:b36.32 verimail:up.32 bombbomb:url.704 ' +
  'mixpanel:b62.32 beamer:b64.45 easyinsight:b62.20 lob:url.40 qubole:b36.64 salescookie:b62.32 scrapersite:b62.45 sherpadesk:b36.32 runrunit:hex32 qualaroo:b62.64 billomat:b36.32 deepai:uuid ' +
  'bugsnag:uuid webscraping:b62.32 youneedabudget:hex64 semaphore:b36.32 onepagecrm:b62.44 buttercms:b36.40 checklyhq:b36.32 findl:uuid dwolla:b62.50 postmark:uuid cloudmersive:uuid repairshopr:b62.51 ' +
  'quickmetrics:url.22 spoonacular:b36.32 sheety:b36.64 pandadoc:b62.40 scraperapi:b36.32 buddyns:b36.40 sslmate:b62.36 alegra:b36.20 centralstation:b36.30 clearbit:b36.35 walkscore:b36.32 ' +
  'amadeus:b62.32 intrinio:b62.44 fetchrss:b62.40 sirv:b62.88 apiscience:b62.22 skybiometry:b36.26 mesibo:b62.64 worldcoinindex:b62.35 poloniex:hex128 canny:uuid pusher:b36.20 powrbot:b62.40 ' +
  'hereapi:url.43 tatum:uuid flatio:b36.128 apiflash:b36.32 paypal:url.80 scrapingant:b36.32 getsandbox:b36.40 bitbar:b36.32 stormglass:b36.73 checkvist:b62.14 securitytrails:b62.32 zipcodeapi:b62.64 ' +
  'blazemeter:uuid detectlanguage:b36.32 countrylayer:b36.32 signalwire:b62.50 tmetric:up.64 zenserp:uuid nylas:b62.30 protocolsio:b36.64 serphouse:b62.60 technicalanalysisapi:up.48 codacy:b62.20 ' +
  'captaindata:hex64 oopspam:b62.40 harvest:url.97 anypoint:uuid tomtom:b62.32 geocodio:b36.39 mixmax:url.36 cloudplan:up.32 mailerlite:b36.32 holidayapi:uuid cexio:b62.27 debounce:b62.13 ' +
  'dnscheck:b62.32 lessannoyingcrm:url.57 fullstory:b64.88 agora:b36.32 hiveapi:b36.32 readme:b62.32 sinch:b36.32 commercejs:url.48 fusebill:b62.88 hypertrack:url.54';

/** Providers of Kingfisher's and GitHub's lists that are not above; the lists give names alone. */
export const LISTED_NAMES =
  'ably abuseipdb ai21 ai71 airbyte akamai alchemy anypointplatform baidu bamboo baseten betterstack branchio browserless bunnynet canva cartodb cielo clarifai clay clearout cloudant cloudsight codeclimate ' +
  'coderabbit composio confluence contentstack convex coze cypress db2 dependencytrack detectify deviantart devin dify docusign dotnet duo duplocloud eraser eventbrite exa fernet filezilla firecrawl flagsmith ' +
  'forestadmin freemius friendli fullcontact gamma gemstash ghost gitalk godaddy guardian heartland hetzner hexpm huawei inngest instantly intra42 iterable jamf jenkins jfrog kairos keycloak kimi klaviyo ' +
  'klingai lacework lark lemonsqueezy line linode liveblocks livekit loops mappedin mariadb mastra minimax mintlify miro modal monday moralis mux nango neo4j nessus ngrok nightfall novu nxcloud octopus ' +
  'onesignal openshift opsgenie oracle ory packagecloud particle pendo permit pinata pingdom pingidentity pirsch pollinations portainer rabbitmq railway rainforest recaptcha redis render retell rollbar ' +
  'runway salesloft scale scalingo seam serpapi siliconflow snowflake stabilityai statsig statuscake statuspage stream svix tavus teamcity tencent testkube thingsboard tinybird together trendmicro turso ' +
  'uber unattend unleash upcloud upstash uptimerobot vapi vastai vkontakte voiceflow volcengine vonage warpstream weatherapi wechat wistia wiz woocommerce wpengine xata yahoo yelp zapier zerotier zhipu ' +
  'zoom coveo fieldguide guardsquare hackclub limbar lightspeed localstack mercury netflix onechronos orbit palantir pineapple planningcenter proctorio proof raycast shopee siemens wiseflow choreo zenhub';
