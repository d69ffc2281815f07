-- Written by a server of schema 5. Tokens: 4CKARJ j4i2BVuxhwhMD5BhMIZrc9cu_BeP_pNQ eFL3RspPBig8T0eAYc2DIYpqFcpbO27g; Y2BLLZ OniUaJVuiFjYnQfTEuMhy_HNBpUh7oA8
BEGIN TRANSACTION;
CREATE TABLE about (
	"key" VARCHAR(20) NOT NULL, 
	value VARCHAR(40) NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "about" VALUES('schema','5');
CREATE TABLE chat (
	table_id INTEGER NOT NULL, 
	n INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	name VARCHAR(40) NOT NULL, 
	text VARCHAR(400) NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (table_id, n), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "chat" VALUES(1,1,0,'Ada','Good evening',1794798062153);
CREATE TABLE hints (
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	PRIMARY KEY (table_id, seq, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE log (
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	text VARCHAR(40) NOT NULL, 
	message_id VARCHAR(40), 
	at BIGINT NOT NULL, 
	PRIMARY KEY (table_id, seq), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "log" VALUES(1,1,-1,'seat 3',NULL,1794798062457);
INSERT INTO "log" VALUES(1,2,-1,'8',NULL,1794798062457);
INSERT INTO "log" VALUES(1,3,-1,'6',NULL,1794798062457);
INSERT INTO "log" VALUES(1,4,-1,'6',NULL,1794798062457);
INSERT INTO "log" VALUES(1,5,-1,'J',NULL,1794798062457);
INSERT INTO "log" VALUES(1,6,-1,'2',NULL,1794798062457);
INSERT INTO "log" VALUES(1,7,-1,'8',NULL,1794798062457);
INSERT INTO "log" VALUES(1,8,-1,'8',NULL,1794798062457);
INSERT INTO "log" VALUES(1,9,-1,'10',NULL,1794798062457);
INSERT INTO "log" VALUES(1,10,-1,'3',NULL,1794798062457);
INSERT INTO "log" VALUES(1,11,-1,'4',NULL,1794798062457);
INSERT INTO "log" VALUES(1,12,-1,'J',NULL,1794798062457);
INSERT INTO "log" VALUES(1,13,-1,'3',NULL,1794798062457);
INSERT INTO "log" VALUES(1,14,-1,'1',NULL,1794798062457);
INSERT INTO "log" VALUES(1,15,-1,'6',NULL,1794798062457);
INSERT INTO "log" VALUES(1,16,-1,'4',NULL,1794798062457);
INSERT INTO "log" VALUES(1,17,-1,'8',NULL,1794798062457);
INSERT INTO "log" VALUES(1,18,-1,'1',NULL,1794798062457);
INSERT INTO "log" VALUES(1,19,-1,'8',NULL,1794798062457);
INSERT INTO "log" VALUES(1,20,-1,'7',NULL,1794798062457);
INSERT INTO "log" VALUES(1,21,-1,'11',NULL,1794798062457);
INSERT INTO "log" VALUES(1,22,2,'offer 4','b21',1794798062509);
INSERT INTO "log" VALUES(1,23,0,'return','a22',1794798062534);
INSERT INTO "log" VALUES(1,24,0,'card 1','a23',1794798062544);
INSERT INTO "log" VALUES(1,25,0,'take','a24',1794798062572);
INSERT INTO "log" VALUES(1,26,0,'pick 1','a25',1794798062599);
INSERT INTO "log" VALUES(1,27,0,'done','a26',1794798062606);
INSERT INTO "log" VALUES(1,28,-1,'1',NULL,1794798062606);
INSERT INTO "log" VALUES(1,29,-1,'10',NULL,1794798062606);
INSERT INTO "log" VALUES(1,30,3,'no offer',NULL,1794798062636);
INSERT INTO "log" VALUES(1,31,1,'card 4',NULL,1794798062644);
INSERT INTO "log" VALUES(1,32,1,'form',NULL,1794798062653);
INSERT INTO "log" VALUES(1,33,1,'pick 8',NULL,1794798062660);
INSERT INTO "log" VALUES(1,34,1,'pick 11',NULL,1794798062675);
INSERT INTO "log" VALUES(1,35,1,'pick 1',NULL,1794798062701);
INSERT INTO "log" VALUES(1,36,1,'done',NULL,1794798062718);
INSERT INTO "log" VALUES(1,37,-1,'9',NULL,1794798062718);
INSERT INTO "log" VALUES(1,38,-1,'2',NULL,1794798062718);
INSERT INTO "log" VALUES(1,39,-1,'2',NULL,1794798062718);
INSERT INTO "log" VALUES(1,40,-1,'3',NULL,1794798062718);
INSERT INTO "log" VALUES(1,41,0,'offer 2','a40',1794798062735);
INSERT INTO "log" VALUES(1,42,2,'return','b41',1794798062741);
INSERT INTO "log" VALUES(1,43,2,'card 4','b42',1794798062761);
INSERT INTO "log" VALUES(1,44,2,'take','b43',1794798062779);
INSERT INTO "log" VALUES(1,45,2,'pick 2','b44',1794798062796);
INSERT INTO "log" VALUES(1,46,2,'pick 2','b45',1794798062812);
CREATE TABLE reviews (
	table_id INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	version INTEGER NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (table_id), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
CREATE TABLE seats (
	table_id INTEGER NOT NULL, 
	seat INTEGER NOT NULL, 
	kind VARCHAR(10) NOT NULL, 
	name VARCHAR(40), 
	level VARCHAR(20), 
	token_hash VARCHAR(64), 
	standing_in BOOLEAN NOT NULL, 
	device INTEGER, preferences TEXT NOT NULL DEFAULT '{}', "left" BOOLEAN NOT NULL DEFAULT 0, 
	PRIMARY KEY (table_id, seat), 
	FOREIGN KEY(table_id) REFERENCES tables (id) ON DELETE CASCADE
);
INSERT INTO "seats" VALUES(1,0,'person','Ada',NULL,'acc64ce9c7ec72c912afa4b6997bebe03935fa5e22421edb210f2be9f320db74',0,NULL,'{}',0);
INSERT INTO "seats" VALUES(1,1,'bot','Nils','random',NULL,0,NULL,'{}',0);
INSERT INTO "seats" VALUES(1,2,'person','Ben',NULL,'4d5ef1f1e535e9b5fb792b0911f90a483ef48c1bc82170933481caa63236d75d',0,NULL,'{"no_offers":true}',0);
INSERT INTO "seats" VALUES(1,3,'bot','Dario','random',NULL,0,NULL,'{}',0);
INSERT INTO "seats" VALUES(2,0,'person','Cleo',NULL,'4003da618a88bf03cbda768e57e659e0f41ff7698f0165e678313a71c3560017',0,NULL,'{}',0);
INSERT INTO "seats" VALUES(2,1,'open',NULL,NULL,NULL,0,NULL,'{}',0);
INSERT INTO "seats" VALUES(2,2,'open',NULL,NULL,NULL,0,NULL,'{}',0);
CREATE TABLE tables (
	id INTEGER NOT NULL, 
	code VARCHAR(12) NOT NULL, 
	game VARCHAR(20) NOT NULL, 
	version INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	state VARCHAR(10) NOT NULL, 
	host INTEGER, 
	timer INTEGER, 
	stand_in VARCHAR(20) NOT NULL, 
	spectators VARCHAR(10) NOT NULL, 
	pace VARCHAR(10) NOT NULL, 
	chat BOOLEAN NOT NULL, 
	lang VARCHAR(2) NOT NULL, 
	seed BIGINT NOT NULL, 
	created BIGINT NOT NULL, 
	touched BIGINT NOT NULL, 
	archived BOOLEAN NOT NULL, 
	rematch VARCHAR(12), 
	start TEXT, 
	base INTEGER NOT NULL, 
	position TEXT, secret VARCHAR(64), shuffle TEXT, listed BOOLEAN NOT NULL DEFAULT '0', attended BOOLEAN NOT NULL DEFAULT '0', watching INTEGER NOT NULL DEFAULT '0', bank INTEGER, increment INTEGER NOT NULL DEFAULT '0', clocks TEXT, 
	PRIMARY KEY (id), 
	UNIQUE (code)
);
INSERT INTO "tables" VALUES(1,'4CKARJ','quanto',1,'{"teams":true,"discard":"forced"}','playing',0,NULL,'easy','public','instant',1,'en',701772776855693576,1794798062026,1794798062812,0,NULL,NULL,0,'{"game":"quanto","seats":4,"options":{"teams":true,"discard":"forced"},"dealer":3,"turn":2,"hands":[["2","3","8","10"],["3","6","6","8"],["6","8","J"],["3","8","10","J"]],"display":["7","9","2","2"],"draw":["1","1","1","1","1","1","2","2","2","2","2","2","3","3","3","3","3","3","4","4","4","4","4","4","4r","5","5","5","5","5","5","5","5","5r","6","6","6","6","6","6r","7","7","7","7","7","7","7","7r","8","8","8","8r","9","9","9","9","9","9","9","9r","10","10","10","10","10","10","10r","11","11","11","11","11","11","11","11r","12","12","12","12","12","12","12","12","12r"],"draw_ordered":false,"piles":[["1","1"],[],[],[]],"quantos":[null,{"tile":12,"cards":["4","8","11","1"]},null,null],"gone":[],"last_taker":0,"step":"pick","card":"4","verb":"take","picked":[["2","2"]],"revealed":null,"second":false,"offer":null,"seen":[[],null,["2"],null]}',NULL,NULL,0,0,0,NULL,0,NULL);
INSERT INTO "tables" VALUES(2,'Y2BLLZ','lobo77',1,'{"reverse_cards":4,"starter":"lot","manual_draw":false}','lobby',0,NULL,'easy','public','human',1,'de',933498928311911440,1794798063167,1794798063167,0,NULL,NULL,0,NULL,'8b08796cf5e348fd1b0cbc61ef89c6e65da277694b8a72451e6b13fd9987737b',NULL,0,0,0,NULL,0,NULL);
CREATE INDEX tables_by_state ON tables (archived, state, touched);
CREATE INDEX seats_by_token ON seats (token_hash);
COMMIT;
