/**
 * Words that stand where a name could stand ("I'm tired", "my coach wants", "Thanks, bye") but are
 * no names.
 * @module
 */
export const PLAIN_WORDS: ReadonlySet<string> = new Set(
  `
  a about above absolutely actually address after again against ago all almost alone already also
  always am an and angry another any anxious are around as ask asked asking asks at available awake
  aware away awful baby back bad basically be because become becoming bed been before being best
  better between big birth bit bleeding bloated bloating both boss breastfeeding breathing bored
  busy but by bye call called calls calm can can't cannot cold comes coming confused constantly
  cough could cramping cramps craving currently curious cycle cycling daily day days dead deep
  depressed did die diet do does doing done down due during each early eat eating either else
  emotional energy enough even ever every everyone everything exactly exercising exhausted experiencing extremely
  fairly falling fan fast fasting feel feeling feels female fertile few fine finally finding first fit follicular for
  forgot forty four free fresh from full further gaining generally get gets getting give gives giving glad go goes going
  gone good got great grateful guess had half happy has have having he healthy hello help helps her here hers hi
  high him his home hoping hormones hot hours how hrv hungry hurt i ideas if ill in insomnia interested into irregular irritable is it
  it's its just keen keep keeps kind know known last late lately later less let lifting light like little living
  long look looking losing lost lot low luteal made make makes making married me mean means
  menopausal menopause menstrual menstruating mid might mine moody more morning most moved moving much must my
  myself named near need needs nervous never new next nice night no nobody none normal normally not nothing now
  of off often ok okay old on once one only or other our out over overtrained own owl ovulating ovulation
  pain part peri perimenopausal perimenopause period phase pill pills please pms poor possible postmenopausal pregnant pretty
  probably puts question quick quite rather reading ready really recommend recommends regards regular relaxed resting
  restless retired right run running runner runs sad said same sat say saying says scared score see seeing seems sensitive she shift
  short should sick since single sister skipping sleep sleeping sleeps sleepy slept slow smart snores snoring so some
  someone something sometimes soon sore sorry sports start started starting starts stay still stop stopped stress stressed strong
  stuck student studying such suffering suggested suggests super supposed sure sweating swim swimming swims taken takes taking
  talk talks team tell telling tells ten than thank thanks that that's the their them then there these they
  thing things think thinking thinks thirty this those though thought three through time tired to today
  together told tomorrow tonight too took toward tracking train training trains travel travelling tried tries true try trying turned
  twice two under understand unfit until up upset us use used uses using usually vegan vegetarian very
  wake wakes waking walk walking want wanted wants warm was watching we wear wearing week weeks weird
  well went were what when where whether which while who why will wired with without woke woman
  women won't wondering work worked working works worried worse would writes writing wrong wrote yes yesterday yet you
  young your yours
  monday tuesday wednesday thursday friday saturday sunday january february march april may june july august
  september october november december spring summer autumn winter christmas easter ramadan diwali lent
  oura garmin fitbit whoop apple polar strava peloton withings samsung google siri alexa phasewise flo clue
  hrv rhr rem bpm hiit pms pcos iud bbt vo2 spo2 covid tv ai iron magnesium melatonin zinc caffeine coffee tea wine alcohol yoga pilates zumba tabata crossfit sauna zone resting heart rate temperature north south west east
  mediterranean swedish finnish nordic bulgarian romanian turkish spanish french greek german english italian american
  asian european african chinese japanese indian british irish scottish danish dutch norwegian russian polish
  bedtime nap naps naptime dinner breakfast lunch mood pain sport race marathon athlete nurse mother mum mom dad father
  swears teaches taught believes advised advises prefers mentioned noticed notices wonders reckons insists
  thinks meant gave hates loves likes love hate goes plans planned moves moved lives lived sets texts texted brings
  god jesus allah auntie aunt uncle grandma grandpa granny friend friends husband wife daughter son partner ring watch band tracker app
  everybody somebody somehow anyway cheers best kindly sincerely thx ta lol xx xo everyone folks guys all doc
  `
    .trim()
    .split(/\s+/),
);
